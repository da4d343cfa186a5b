import Hardware
import Pictures

/// A scene of a category, drawn from a seed, and its camera frames: 640x480, 8-bit gray.
///
/// Light is linear up to the sensor: a card in perspective on a cluttered background, uneven light and reflections,
/// lens blur, motion, exposure, shot, read and row noise, the camera's smoothing, gamma 1.8, and sometimes JPEG
/// compression. The same seed, category and index give the same frames on the same architecture.
public struct SyntheticScene: Sendable {
  public let category: FrameCategory
  public let code: Code?

  /// The code to read.
  public struct Code: Hashable, Sendable {
    public let payload: [UInt8]
    /// The number of modules along a side.
    public let modules: Int
  }

  private let seed: UInt64
  private let index: Int
  private let conditions: Conditions
  private let drawn: SyntheticCode?
  /// The card's movement, frame by frame.
  private let steps: [Step]

  /// - Parameter index: The number of the scene within its category, from 0.
  public init(_ category: FrameCategory, seed: UInt64, index: Int) throws(PictureError) {
    var random = RandomSource(seed: seed, name: category.rawValue, index: index)
    let drawn = category == .empty ? nil : try SyntheticCode(from: &random)
    self.category = category
    self.seed = seed
    self.index = index
    self.drawn = drawn
    code = drawn.map { Code(payload: Array($0.payload.utf8), modules: $0.card.size) }
    conditions = Conditions(of: category, modules: drawn?.card.size ?? 1, from: &random)
    steps = Step.steps(in: category, from: &random)
  }

  /// The number of frames of a scene; a burst consists of all of them.
  public static let frameCount = 8

  /// Draws a frame.
  ///
  /// - Parameter number: 0…7. Each frame has its own noise, and in all categories except `burstStill` a hand moves the
  ///   card between frames.
  public func frame(_ number: Int = 0) throws(PictureError) -> GrayFrame {
    precondition(steps.indices.contains(number))
    let step = steps[number]
    // The surroundings stay the same. They are drawn again from the same seed, because they are too large to keep.
    var random = RandomSource(seed: seed, name: category.rawValue + " surroundings", index: index)
    var plane = Background(from: &random).plane
    if conditions.surroundings != 1 { plane.map { [share = conditions.surroundings] in $0 * share } }
    let pose = drawn.map { Pose(conditions, modules: $0.card.size, shift: step.shift, turnedBy: step.turn) }
    if let drawn, let pose {
      plane.place(drawn.card, at: pose, under: conditions)
      for finger in conditions.fingers { plane.cover(with: finger, at: pose, side: conditions.side) }
    }
    let camera = SyntheticCamera(conditions: conditions, motion: step.motion ?? conditions.motion, pose: pose)
    var noise = RandomSource(seed: seed, name: "\(category.rawValue) noise \(number)", index: index)
    return try camera.frame(of: plane, from: &noise)
  }

  /// The drawn parameters for debugging, such as `side=120 ver=3 level=45`.
  public var parameters: String {
    guard let drawn else { return "" }
    let degrees: (Float) -> Int = { Int(($0 * 180 / .pi).rounded()) }
    let module = conditions.side / Float(drawn.card.size)
    return [
      "side=\(Int(conditions.side.rounded()))", "ver=\(drawn.version)", "ec=\(drawn.correction.rawValue)",
      "ppm=\(Self.hundredths(module))", "tilt=\(degrees(conditions.tilt))", "rot=\(degrees(conditions.turn))",
      "level=\(Int(conditions.exposure.level.rounded()))", "fs_e=\(Int(conditions.fullScale.rounded()))",
      "defocus=\(Self.hundredths(conditions.defocus))", "motion=\(Self.hundredths(conditions.motion?.length ?? 0))",
      "ratio=\(Self.hundredths(conditions.paper / conditions.ink))",
    ].joined(separator: " ")
  }

  private static func hundredths(_ number: Float) -> String { "\(Double((number * 100).rounded()) / 100)" }
}

/// The card's movement since the first frame.
private struct Step {
  var shift = Point(x: 0, y: 0)
  var turn: Float = 0
  /// The motion during this frame, or `nil` for the scene's.
  var motion: Conditions.Motion?

  /// Returns the steps of a hand that randomly speeds up and slows down; even a still burst has some jitter.
  static func steps(in category: FrameCategory, from random: inout RandomSource) -> [Step] {
    let isHeldStill = category == .burstStill
    var (position, turn) = (Point(x: 0, y: 0), Float(0))
    var speed = isHeldStill ? position : Point(x: 1.2 * random.normal(), y: 1.2 * random.normal())
    return (0..<SyntheticScene.frameCount).map { _ in
      var step = Step(
        shift: Point(x: position.x + 0.12 * random.normal(), y: position.y + 0.12 * random.normal()), turn: turn)
      if category == .burstHandHeld {
        let length = abs(1.5 * random.normal()) + 0.5
        step.motion = Conditions.Motion(length: length, angle: random.uniform(0, .pi))
      }
      guard !isHeldStill else { return step }
      position = Point(x: position.x + speed.x, y: position.y + speed.y)
      speed = Point(x: 0.85 * speed.x + 0.7 * random.normal(), y: 0.85 * speed.y + 0.7 * random.normal())
      turn += 0.25 * random.normal() * .pi / 180
      return step
    }
  }
}

extension Plane {
  /// Draws a fingertip in front of the card, with an edge about three pixels soft.
  fileprivate mutating func cover(with finger: Conditions.Finger, at pose: Pose, side: Float) {
    let centre = Point(x: pose.centre.x + finger.x * side, y: pose.centre.y + finger.y * side)
    let (cosine, sine) = finger.angle.cosineAndSine
    let (halfLength, halfWidth) = (finger.halfLength * side, finger.halfWidth * side)
    let reach = max(halfLength, halfWidth) + 4
    paint(finger.skin, around: centre, reach: (reach, reach), softness: 2.5) { dx, dy in
      let (along, across) = ((dx * cosine + dy * sine) / halfLength, (dy * cosine - dx * sine) / halfWidth)
      let radius = (along * along + across * across).squareRoot()
      let (slopeX, slopeY) = (along / halfLength, across / halfWidth)
      // To first order, the distance to the edge is the rest of the radius divided by its gradient.
      return (radius - 1) * radius / max(1e-6, (slopeX * slopeX + slopeY * slopeY).squareRoot())
    }
  }
}
