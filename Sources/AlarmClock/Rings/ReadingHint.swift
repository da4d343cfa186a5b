/// Guidance for the person holding a card that does not end the ring.
public enum ReadingHint: String, CaseIterable, Hashable, Sendable, Codable {
  case tooDark = "too-dark"
  case glare
  case tooFar = "too-far"
  case tooNear = "too-near"
  /// A code is in view but not read, and no obstacle is known.
  case holdStill = "hold-still"
  /// A code was read, but it does not belong to this ring.
  case wrongCode = "wrong-code"
  /// The right card has been lying in view since before, so it does not count as brought.
  case takeAway = "take-away"

  /// The hints about a code that was read. They are also shown to people who have turned guidance off.
  public static let verdicts: Set<ReadingHint> = [.wrongCode, .takeAway]

  /// The word for a four-character display. A seven-segment display leaves the `K` dark.
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

  /// The word for a seven-segment display if `word` is unreadable there, otherwise `nil`.
  public var sevenSegmentWord: String? { self == .takeAway ? "OUt" : nil }
}
