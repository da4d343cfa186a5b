import Glibc

/// Where the daemon listens.
public enum SocketPath {
  public static let system = "/run/rouse/control.sock"

  /// What the environment names: ROUSE_SOCKET, or nil.
  public static var fromEnvironment: String? { environment("ROUSE_SOCKET") }

  /// In the user's runtime folder.
  public static var ofUser: String {
    (environment("XDG_RUNTIME_DIR") ?? "/tmp/rouse-\(getuid())") + "/rouse/control.sock"
  }

  /// For a client: the given path, the environment's, the system's where there is one, else the user's.
  public static func forClient(_ given: String?) -> String {
    given ?? fromEnvironment ?? (access(system, F_OK) == 0 ? system : ofUser)
  }

  /// For the daemon: the given path, the environment's, the system's for root or the service, else the user's.
  public static func forDaemon(_ given: String?) -> String {
    given ?? fromEnvironment ?? (getuid() == 0 || access("/run/rouse", W_OK) == 0 ? system : ofUser)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
