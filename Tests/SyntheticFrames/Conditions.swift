/// How a card is held, lit and seen. Lengths are in pixels of the 640x480 frame, angles in radians, light as a share of
/// what an ideal white reflects.
struct Conditions: Sendable {
  // The card.
  /// The side of the code without its margin, if it faces the camera.
  var side: Float
  /// The angle away from the camera.
  var tilt: Float
  /// The direction of the tilt's axis.
  var tiltAxis: Float
  /// The rotation about the line of sight.
  var turn: Float
  /// The place within the free space of the frame, 0…1 from the left and from the top.
  var place: (x: Float, y: Float)
  /// Modules of clear margin beyond the four that the standard requires.
  var extraMargin: Int
  var ink: Float
  var paper: Float
  var isInverted = false
  var fingers: [Finger] = []

  // Light and optics.
  /// The share by which the right and lower edges are brighter than the middle, and the left and upper edges darker.
  var gradient: (right: Float, down: Float)
  var spots: [Spot] = []
  /// The standard deviation of the blur in focus.
  var lensBlur: Float
  /// The standard deviation of the additional blur out of focus.
  var defocus: Float = 0
  var motion: Motion?
  /// The share of light that scatters around its place.
  var bloom: Float = 0
  /// The brightness of the surroundings relative to the other categories.
  var surroundings: Float = 1

  // The sensor.
  var exposure: Exposure
  /// Electrons at full scale; more gain means fewer.
  var fullScale: Float
  /// The standard deviation of the read noise, in electrons.
  var readNoise: Float
  /// The gray level of black.
  var blackLevel: Float
  /// How much of the image's detail is added to it; 0 is none.
  var sharpening: Float
  /// The quality of the camera's JPEG, or `nil` for raw frames.
  var jpegQuality: Int?

  /// The target of the exposure control, in gray levels 0…255; above 255 it overexposes.
  enum Exposure: Hashable, Sendable {
    /// The mean of the frame.
    case mean(Float)
    /// The paper, whatever surrounds it.
    case paper(Float)

    var level: Float {
      switch self {
      case .mean(let level), .paper(let level): level
      }
    }
  }

  struct Motion: Hashable, Sendable {
    /// The distance during the exposure.
    var length: Float
    var angle: Float
  }

  /// A fingertip: an ellipse whose lengths are in sides of the code.
  struct Finger: Hashable, Sendable {
    /// The center relative to the code's.
    var x: Float
    var y: Float
    var halfLength: Float
    var halfWidth: Float
    var angle: Float
    /// The light that it reflects.
    var skin: Float
  }

  /// A reflection whose lengths are in sides of the code.
  struct Spot: Hashable, Sendable {
    /// The center relative to the code's.
    var x: Float
    var y: Float
    var deviation: Float
    /// The light at the center.
    var light: Float
  }
}

extension Conditions {
  /// Draws good conditions: daylight, indoors, held well.
  init(from random: inout RandomSource) {
    side = random.logUniform(110, 320)
    tilt = random.degrees(0, 15)
    turn = random.degrees(0, 360)
    tiltAxis = random.degrees(0, 360)
    place = (random.unit(), random.unit())
    extraMargin = random.integer(0..<8)
    lensBlur = random.uniform(0.5, 0.85)
    gradient = (random.uniform(-0.25, 0.25), random.uniform(-0.25, 0.25))
    exposure = .mean(random.uniform(85, 150))
    fullScale = random.uniform(3000, 9000)
    readNoise = random.uniform(3, 6)
    blackLevel = random.uniform(0, 10)
    sharpening = random.chance(1 / 3) ? 0.4 : 0
    jpegQuality = random.chance(0.3) ? random.integer(55..<92) : nil
    ink = random.uniform(0.03, 0.09)
    paper = random.uniform(0.7, 0.9)
  }

  /// Draws the conditions of a category.
  init(of category: FrameCategory, modules: Int, from random: inout RandomSource) {
    self.init(from: &random)
    let module: (Conditions) -> Float = { $0.side / Float(modules) }
    switch category {
    case .size: side = random.logUniform(60, 400)
    case .tilt: tilt = random.degrees(20, 60)
    case .defocus: defocus = random.uniform(0.25, 1.1) * module(self)
    case .motion: motion = random.motion(0.5 * module(self), 2.6 * module(self))
    case .lowLight: darken(8, 60, from: &random)
    case .darkHandHeld:
      darken(12, 60, from: &random)
      tilt = random.degrees(0, 40)
      motion = random.motion(1, 1 + 0.9 * module(self))
      defocus = random.uniform(0, 0.35) * module(self)
    case .glare:
      exposure = .mean(random.uniform(140, 205))
      tilt = random.degrees(0, 30)
      spots = (0..<random.integer(1..<3)).map { _ in Spot(from: &random) }
    case .lowContrast:
      ink = random.uniform(0.15, 0.6)
      paper = ink * random.uniform(1.1, 1.6)
      fullScale = random.uniform(1500, 6000)
    case .inverted:
      isInverted = true
      side = random.logUniform(80, 360)
    case .finger:
      fingers = (0..<random.integer(1..<3)).map { _ in Finger(from: &random) }
    case .screenInTheDark:
      ink = random.uniform(0.004, 0.02)
      paper = 1
      bloom = random.uniform(0.05, 0.35)
      exposure = .paper(random.uniform(170, 420))
      fullScale = random.uniform(500, 2500)
      motion = random.motion(0.5, 1 + 0.7 * module(self))
      tilt = random.degrees(0, 35)
      extraMargin = random.integer(0..<3)
      surroundings = random.uniform(0.003, 0.03)
    case .empty: if random.chance(0.5) { darken(8, 60, from: &random) }
    case .burstStill, .burstHandHeld:
      darken(6, 30, from: &random)
      tilt = random.degrees(0, 25)
      fullScale = random.logUniform(300, 1200)
    }
  }

  /// Sets the high gain of a dark scene with a mean gray of `low` to `high`.
  private mutating func darken(_ low: Float, _ high: Float, from random: inout RandomSource) {
    exposure = .mean(random.logUniform(low, high))
    fullScale = random.logUniform(400, 2500)
    readNoise = random.uniform(2, 4)
    jpegQuality = nil
    sharpening = 0
  }
}

extension Conditions.Finger {
  /// Draws a finger that reaches over the code's edge.
  init(from random: inout RandomSource) {
    let direction = random.degrees(0, 360)
    let distance = random.uniform(0.42, 0.72)
    let (across, up) = direction.cosineAndSine
    (x, y) = (across * distance, up * distance)
    halfLength = random.uniform(0.12, 0.4)
    halfWidth = random.uniform(0.08, 0.14)
    angle = direction + random.degrees(-30, 30)
    skin = random.uniform(0.25, 0.5)
  }
}

extension Conditions.Spot {
  init(from random: inout RandomSource) {
    x = random.uniform(-0.5, 0.5)
    y = random.uniform(-0.5, 0.5)
    deviation = random.uniform(0.08, 0.3)
    light = random.uniform(0.6, 4)
  }
}

extension RandomSource {
  /// Returns an angle in radians; the range is in degrees.
  mutating func degrees(_ low: Float, _ high: Float) -> Float { uniform(low, high) * .pi / 180 }

  /// Returns a motion in any direction.
  mutating func motion(_ low: Float, _ high: Float) -> Conditions.Motion {
    Conditions.Motion(length: uniform(low, high), angle: uniform(0, .pi))
  }
}
