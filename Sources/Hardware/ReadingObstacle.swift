/// What keeps a code from being read, as far as one frame tells.
public enum ReadingObstacle: String, Codable, Hashable, Sendable, CaseIterable {
  /// The frame is so dark that noise hides the code.
  case tooDark = "too-dark"
  /// A part of the code, or most of the frame, is dazzled.
  case glare
  /// The code's modules are too small.
  case tooFar = "too-far"
  /// The code does not fit into the frame.
  case tooNear = "too-near"
  /// The code is smeared: it moves, or the camera is out of focus.
  case blurred
}
