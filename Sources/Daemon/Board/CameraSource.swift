import Hardware

/// Where a board's frames come from.
enum CameraSource: Sendable {
  /// A camera that lives in the daemon, whose frames it hands to `rouse-scan`: the mock board's.
  case fed(any Camera)
  /// A camera that `rouse-scan` opens itself; the daemon never touches it.
  case device(CameraIdentity)
}
