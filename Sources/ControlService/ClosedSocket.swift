import Control
import Glibc

extension ControlSocket {
  /// The reason why `rouse-mqtt` cannot reach the home socket, unless it runs as root or as the daemon's user.
  package struct Closed: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      case noGroup
      /// The errno of chown(2).
      case refused(Int32)
    }

    package let why: String
    package let fix: String

    package init(_ reason: Reason, _ path: String) {
      let group = ControlSocket.userOfHouse
      let command: String
      switch reason {
      case .noGroup:
        why = "\(path) is closed to rouse-mqtt: there is no group `\(group)`"
        command = "`sudo systemd-sysusers`"
      case .refused(let code):
        let words = String(cString: strerror(code)).lowercased()
        why = "\(path) is closed to rouse-mqtt: it cannot be given to the group `\(group)` (\(words))"
        command = "`sudo usermod --append --groups \(group) \(UserDatabase.ownName)`"
      }
      fix = "\(command), then `sudo systemctl restart rouse`"
    }
  }
}
