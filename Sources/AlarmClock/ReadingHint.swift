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

  /// What a display of four characters shows. Seven segments leave the `K` dark.
  public var word: String {
    switch self {
    case .tooDark: "dArK"
    case .glare: "GLAr"
    case .tooFar: "FAr"
    case .tooNear: "nEAr"
    case .holdStill: "HoLd"
    case .wrongCode: "Err"
    }
  }
}
