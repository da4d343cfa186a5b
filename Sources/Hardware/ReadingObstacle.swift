/// The reason why a code is hard to read, judged from a single frame.
public enum ReadingObstacle: String, Codable, Hashable, Sendable, CaseIterable {
  /// Noise hides the code in a dark frame.
  case tooDark = "too-dark"
  /// Part of the code, or most of the frame, is overexposed.
  case glare
  /// The code's modules are too small.
  case tooFar = "too-far"
  /// The code does not fit into the frame.
  case tooNear = "too-near"
  /// The code moves, or the camera is out of focus.
  case blurred
}
