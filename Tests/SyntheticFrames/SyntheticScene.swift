import Glibc
import Hardware
import Pictures

/// A scene of a category, drawn from a seed, and the frames that a camera makes of it: 640x480, 8-bit grey.
///
/// Light is linear until the sensor: a card under a perspective on a cluttered background, uneven light and reflections,
/// the lens' blur, motion, exposure to a mean grey, shot, read and row noise, the camera's smoothing, gamma 1.8, and the
/// compression of some. The same seed, category and index give the same frames on the same architecture.
public struct SyntheticScene: Sendable {
  public let category: FrameCategory
  public let code: Code?

  /// What is to be read.
  public struct Code: Hashable, Sendable {
    public let payload: [UInt8]
    /// Modules a side.
    public let modules: Int
  }

  private let seed: UInt64
  private let index: Int
  private let conditions: Conditions
  private let drawn: SyntheticCode?
  /// Of the frames one after the other.
  private let steps: [Step]

  /// - Parameters:
  ///   - seed: of all that is drawn.
  ///   - index: which scene of the category, 0, 1 …
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

  /// How many frames a scene has; bursts are all of them.
  public static let frameCount = 8

  /// The scene as the camera sees it one frame after the other.
  ///
  /// - Parameter number: 0…7. The noise of each is its own. A hand moves the card from one to the next, except in
  ///   `burstStill`.
  public func frame(_ number: Int = 0) throws(PictureError) -> GrayFrame {
    precondition(steps.indices.contains(number))
    let step = steps[number]
    // The surroundings stay as they are: drawn anew from the same seed, for they are too large to keep.
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

  /// What was drawn, for people who look for what goes wrong: names and values, as in `side=120 ver=3 level=45`.
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

/// How the card has moved since the first frame.
private struct Step {
  var shift = Point(x: 0, y: 0)
  var turn: Float = 0
  /// The motion during this frame, where it is not the scene's.
  var motion: Conditions.Motion?

  /// A hand speeds up and slows down at random; some jitter is in every frame of a burst, held still or not.
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
  /// A fingertip before the card, its edge soft over about three pixels.
  fileprivate mutating func cover(with finger: Conditions.Finger, at pose: Pose, side: Float) {
    let centre = Point(x: pose.centre.x + finger.x * side, y: pose.centre.y + finger.y * side)
    let (cosine, sine) = finger.angle.cosineAndSine
    let (halfLength, halfWidth) = (finger.halfLength * side, finger.halfWidth * side)
    let reach = max(halfLength, halfWidth) + 4
    paint(finger.skin, around: centre, reach: (reach, reach), softness: 2.5) { dx, dy in
      let (along, across) = ((dx * cosine + dy * sine) / halfLength, (dy * cosine - dx * sine) / halfWidth)
      let radius = (along * along + across * across).squareRoot()
      let (slopeX, slopeY) = (along / halfLength, across / halfWidth)
      // To first order, the way to the edge is what is left of the radius over how fast it changes.
      return (radius - 1) * radius / max(1e-6, (slopeX * slopeX + slopeY * slopeY).squareRoot())
    }
  }
}
