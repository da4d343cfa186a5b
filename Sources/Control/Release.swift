/// What of Rouse this is. All of its programs are of one release.
public enum Release {
  public static let version = "0.1.0"
  /// The start of the month of the release (RFC 3339). A clock that shows an earlier time is wrong.
  public static let month = "2026-11-01T00:00:00Z"
}
