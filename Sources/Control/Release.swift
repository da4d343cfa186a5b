/// What of Rouse this is. All of its programs are of one release.
public enum Release {
  public static let version = "0.1.0"
}
