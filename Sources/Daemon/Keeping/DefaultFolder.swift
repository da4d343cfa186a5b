import Glibc

extension RouseDaemon {
  /// Where the store is when nobody says.
  static var defaultStateFolder: String {
    func environment(_ name: String) -> String? {
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      return String(cString: value)
    }
    // systemd gives the service its StateDirectory.
    if let folder = environment("STATE_DIRECTORY") { return folder }
    if getuid() == 0 { return "/var/lib/rouse" }
    return (environment("XDG_STATE_HOME") ?? (environment("HOME") ?? "/tmp") + "/.local/state") + "/rouse"
  }
}
