import CLinux
import Glibc

/// The users that may be at the other end of a socket and own its folder: root, the current user, and the service's
/// user.
///
/// Codes of cards are sent over the connection, and an impostor would learn them.
package struct TrustedUsers {
  private let ids: Set<uid_t>

  /// The name in deploy/systemd/rouse.sysusers.
  static let service = "rouse"

  package init() { ids = Set([0, getuid(), UserDatabase.user(named: Self.service)].compactMap(\.self)) }

  /// Throws unless a trusted user created the listening socket at the other end (SO_PEERCRED).
  package func checkPeer(of descriptor: Int32, at path: String) throws(ControlError) {
    var user = uid_t()
    var group = gid_t()
    guard rouse_peer(descriptor, &user, &group) == 0 else {
      throw refusal(path, "the listening user cannot be determined: \(String(cString: strerror(errno)))")
    }
    guard ids.contains(user) else { throw refusal(path, "\(Self.name(of: user)) listens there") }
  }

  /// Throws unless a trusted user owns the socket's folder and it is not world-writable. It may be group-writable,
  /// because root chooses the members of the group.
  func checkFolder(of path: String) throws(ControlError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    var status = stat()
    // `stat` follows symbolic links.
    guard stat(folder, &status) == 0 else {
      throw refusal(path, "its folder cannot be inspected: \(String(cString: strerror(errno)))")
    }
    guard ids.contains(status.st_uid) else { throw refusal(path, "\(Self.name(of: status.st_uid)) owns \(folder)") }
    guard status.st_mode & S_IWOTH == 0 else { throw refusal(path, "anyone can write to \(folder)") }
  }

  private static func name(of user: uid_t) -> String {
    "the user " + (UserDatabase.name(of: user) ?? "number \(user)")
  }

  private func refusal(_ path: String, _ why: String) -> ControlError {
    ControlError(
      .notPermitted, "the socket \(path) is not trusted",
      why: "\(why); only root, you and the user \(Self.service) are trusted, so nothing was "
        + "sent: the listener would learn your cards' codes",
      fix: "start the service: `sudo systemctl start rouse`, or use your own clock's user: "
        + "`sudo -u USER rouse …`, or name its socket with `--socket`",
      stillWorks: "`rouse decode` needs no daemon; the clock rings without this command")
  }
}
