import Glibc

/// The paths of the daemon's control socket.
public enum SocketPath {
  public static let system = "/run/rouse/control.sock"

  /// The value of ROUSE_SOCKET, or `nil` if unset.
  public static var fromEnvironment: String? { environment("ROUSE_SOCKET") }

  /// In the user's runtime folder or, without one, beside the user's store. Never in a folder that others can write to,
  /// where somebody else could listen first.
  public static var ofUser: String { placesOfUser[0] }

  /// For a client, if the user named no path: the system's socket if it exists, otherwise the user's.
  public static var usual: String {
    // The daemon may have been started without the runtime folder that this client has.
    let places = [system] + placesOfUser
    return places.first { access($0, F_OK) == 0 } ?? (getuid() == 0 ? system : ofUser)
  }

  /// Returns the daemon's path: the given one, the environment's, the system's for root or the service, otherwise the
  /// user's.
  public static func forDaemon(_ given: String?) -> String {
    given ?? fromEnvironment ?? (getuid() == 0 || access("/run/rouse", W_OK) == 0 ? system : ofUser)
  }

  /// The default folder of a user's store, `~/.local/state/rouse`.
  public static var userStateFolder: String {
    if let folder = environment("XDG_STATE_HOME") { return folder + "/rouse" }
    let home = environment("HOME") ?? UserDatabase.home(of: getuid()) ?? ""
    return home + "/.local/state/rouse"
  }

  private static var placesOfUser: [String] {
    let runtime = environment("XDG_RUNTIME_DIR").map { $0 + "/rouse" }
    return [runtime, userStateFolder].compactMap(\.self).map { $0 + "/control.sock" }
  }

  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
