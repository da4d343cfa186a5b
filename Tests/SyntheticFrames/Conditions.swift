/// How a card is held, lit and seen. Lengths are in pixels of the 640x480 frame, angles in radians, light in shares of what
/// an ideal white gives back.
struct Conditions: Sendable {
  // The card.
  /// The apparent side of the code without its margin, when it faces the camera.
  var side: Float
  /// Away from the camera.
  var tilt: Float
  /// The direction of the axis about which it is tilted.
  var tiltAxis: Float
  /// About the line of sight.
  var turn: Float
  /// Where in the room that the frame leaves it lies, 0…1 from the left and from the top.
  var place: (x: Float, y: Float)
  /// Modules of clear margin beyond the four of the standard.
  var extraMargin: Int
  var ink: Float
  var paper: Float
  var isInverted = false
  var fingers: [Finger] = []

  // Light and optics.
  /// How much brighter the right and the lower edge are than the middle, as a share; the left and upper are as much darker.
  var gradient: (right: Float, down: Float)
  var spots: [Spot] = []
  /// Deviation of the blur of a lens in focus.
  var lensBlur: Float
  /// Deviation of the blur of a lens out of focus.
  var defocus: Float = 0
  var motion: Motion?
  /// The share of light that strays around where it falls.
  var bloom: Float = 0
  /// What shines or gives back light around the card, as a share of what it does in the other categories.
  var surroundings: Float = 1

  // The sensor.
  var exposure: Exposure
  /// Electrons at full scale; fewer with more gain.
  var fullScale: Float
  /// Deviation of the noise of reading, in electrons.
  var readNoise: Float
  /// The grey level of black.
  var blackLevel: Float
  /// How much of the picture's detail is added to it, 0 none.
  var sharpening: Float
  /// The quality of the JPEG that the camera sends; nil for raw pictures.
  var jpegQuality: Int?

  /// What the camera's exposure aims at, in grey levels, 0…255. Aims beyond 255 over-expose.
  enum Exposure: Hashable, Sendable {
    /// The mean of the frame.
    case mean(Float)
    /// The paper, whatever is around it.
    case paper(Float)

    var level: Float {
      switch self {
      case .mean(let level), .paper(let level): level
      }
    }
  }

  struct Motion: Hashable, Sendable {
    /// The way during the exposure.
    var length: Float
    var angle: Float
  }

  /// A fingertip: an ellipse, all but the angle in sides of the code.
  struct Finger: Hashable, Sendable {
    /// Its centre, from the code's.
    var x: Float
    var y: Float
    /// Half its length and half its width.
    var halfLength: Float
    var halfWidth: Float
    var angle: Float
    /// The light it gives back.
    var skin: Float
  }

  /// A reflection: all but the light in sides of the code.
  struct Spot: Hashable, Sendable {
    /// Its centre, from the code's.
    var x: Float
    var y: Float
    var deviation: Float
    /// The light at its centre.
    var light: Float
  }
}

extension Conditions {
  /// By day, indoors, held well.
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

  /// The trouble of the category.
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

  /// Much gain, for a mean grey of `low` to `high`.
  private mutating func darken(_ low: Float, _ high: Float, from random: inout RandomSource) {
    exposure = .mean(random.logUniform(low, high))
    fullScale = random.logUniform(400, 2500)
    readNoise = random.uniform(2, 4)
    jpegQuality = nil
    sharpening = 0
  }
}

extension Conditions.Finger {
  /// Reaching in over the code's edge.
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
  /// An angle between two, given in degrees.
  mutating func degrees(_ low: Float, _ high: Float) -> Float { uniform(low, high) * .pi / 180 }

  /// Along any line.
  mutating func motion(_ low: Float, _ high: Float) -> Conditions.Motion {
    Conditions.Motion(length: uniform(low, high), angle: uniform(0, .pi))
  }
}
