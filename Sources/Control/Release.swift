/// The release of Rouse, the same for all of its programs.
public enum Release {
  public static let version = "0.1.0"
  /// The first day of the month of the release (RFC 3339). A clock that shows an earlier time is wrong.
  public static let month = "2026-11-01T00:00:00Z"
}
