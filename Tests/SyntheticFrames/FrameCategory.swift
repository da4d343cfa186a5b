/// A difficulty in reading a code; the raw values are the names in manifests.
public enum FrameCategory: String, CaseIterable, Hashable, Sendable {
  /// Codes of 60 to 400 pixels a side, in good light.
  case size
  /// Tilted away from the camera by 20 to 60 degrees.
  case tilt
  /// Out of focus, by 0.25 to 1.1 modules.
  case defocus
  /// Motion blur of 0.5 to 2.6 modules.
  case motion
  /// Mean grays of 8 to 60, with the resulting noise.
  case lowLight = "lowlight"
  /// Mean grays of 12 to 60, tilted up to 40 degrees, motion blur up to 0.9 modules, slightly out of focus.
  case darkHandHeld = "dark_handheld"
  /// One or two bright spots on the code, of a tenth to a third of its side.
  case glare
  /// Paper only 1.1 to 1.6 times as bright as the ink.
  case lowContrast = "lowcontrast"
  /// A light code on a dark ground.
  case inverted
  /// One or two fingertips over the code's edge.
  case finger
  /// A phone's screen in a dark room: dazzling and blurred by motion, with invisible surroundings.
  case screenInTheDark = "screen_dark"
  /// No code at all.
  case empty = "negative"
  /// Bursts of very dark frames with mean grays of 6 to 30, held still.
  case burstStill = "burst_static"
  /// The same, held by hand.
  case burstHandHeld = "burst_hand"

  /// The categories of single frames with a code.
  public static let single: [FrameCategory] = [
    .size, .tilt, .defocus, .motion, .lowLight, .darkHandHeld, .glare, .lowContrast, .inverted, .finger,
    .screenInTheDark,
  ]

  /// Whether the frames are meant to be read together.
  public var isBurst: Bool { self == .burstStill || self == .burstHandHeld }
}
