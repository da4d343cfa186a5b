/// What is told to whoever holds a card before the camera that does not end the ring.
public enum ReadingHint: String, CaseIterable, Hashable, Sendable, Codable {
  case tooDark = "too-dark"
  case glare
  case tooFar = "too-far"
  case tooNear = "too-near"
  /// A code is in view, and nothing else is known to be in its way.
  case holdStill = "hold-still"
  /// A code was read, and it is not the right one.
  case wrongCode = "wrong-code"
  /// The right card lies there since before, so that nobody has brought it.
  case takeAway = "take-away"

  /// Those of a code that was read; they are told also to people who want no guidance.
  public static let verdicts: Set<ReadingHint> = [.wrongCode, .takeAway]

  /// What a display of four characters shows. Seven segments leave the `K` dark.
  public var word: String {
    switch self {
    case .tooDark: "dArK"
    case .glare: "GLAr"
    case .tooFar: "FAr"
    case .tooNear: "nEAr"
    case .holdStill: "HoLd"
    case .wrongCode: "Err"
    case .takeAway: "AWAY"
    }
  }

  /// What seven segments show instead, where they cannot draw it so that people read it; nil: they can.
  public var sevenSegmentWord: String? { self == .takeAway ? "OUt" : nil }
}
