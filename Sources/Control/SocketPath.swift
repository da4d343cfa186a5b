import Glibc

/// Where the daemon listens.
public enum SocketPath {
  public static let system = "/run/rouse/control.sock"

  /// What the environment names: ROUSE_SOCKET, or nil.
  public static var fromEnvironment: String? { environment("ROUSE_SOCKET") }

  /// In the user's runtime folder, or where there is none, beside the user's store: never in a folder that others may
  /// write to, as somebody else could listen there first.
  public static var ofUser: String { placesOfUser[0] }

  /// For a client, where nobody named one: the system's where there is one, else the user's.
  public static var usual: String {
    // The daemon may have been started without the runtime folder that this client has.
    let places = [system] + placesOfUser
    return places.first { access($0, F_OK) == 0 } ?? (getuid() == 0 ? system : ofUser)
  }

  /// For the daemon: the given path, the environment's, the system's for root or the service, else the user's.
  public static func forDaemon(_ given: String?) -> String {
    given ?? fromEnvironment ?? (getuid() == 0 || access("/run/rouse", W_OK) == 0 ? system : ofUser)
  }

  /// The folder of the user's own state, where the store is when nobody says: `~/.local/state/rouse`.
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
