import Control
import Glibc

extension RouseDaemon {
  /// Where the store is when nobody says.
  static var defaultStateFolder: String {
    // systemd gives the service its StateDirectory.
    if let folder = getenv("STATE_DIRECTORY"), folder.pointee != 0 { return String(cString: folder) }
    return getuid() == 0 ? "/var/lib/rouse" : SocketPath.userStateFolder
  }
}
