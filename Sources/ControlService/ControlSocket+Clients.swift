import CLinux
import Control
import Glibc

/// The access check of a socket.
extension ControlSocket.Clients {
  /// The group that may open the socket file, or `nil` if it does not exist.
  var group: gid_t? { self == .people ? Self.groupOfPeople : Self.groupOfHouse }

  private static let groupOfPeople = UserDatabase.group(named: ControlSocket.groupName)
  private static let groupOfHouse = UserDatabase.group(named: ControlSocket.userOfHouse)
  private static let userOfHouse = UserDatabase.user(named: ControlSocket.userOfHouse)

  /// Whether the peer is allowed (SO_PEERCRED, SO_PEERGROUPS).
  func holds(_ number: Int32) -> Bool {
    guard let (user, group) = Self.peer(number) else { return false }
    return mayTalk(user: user, house: Self.userOfHouse) {
      guard let allowed = self.group else { return false }
      return group == allowed || rouse_peer_has_group(number, allowed)
    }
  }

  func origin(of number: Int32) -> Origin? {
    self == .people ? Self.peer(number).map { Origin(user: $0.user) } : Origin(name: HomeOrigin.mqtt.words)
  }

  private static func peer(_ number: Int32) -> (user: uid_t, group: gid_t)? {
    var (user, group) = (uid_t(), gid_t())
    return rouse_peer(number, &user, &group) == 0 ? (user, group) : nil
  }

  /// - Parameter house: the user ID of `userOfHouse`, or `nil` if there is no such user.
  func mayTalk(user: uid_t, house: uid_t?, isMember: () -> Bool) -> Bool {
    user == 0 || user == getuid() || (self == .people ? isMember() : user == house)
  }

  var refusal: ControlError {
    switch self {
    case .people:
      ControlError(
        .notPermitted, "you do not have permission to control this daemon",
        why: "only root, its own user and the group \(ControlSocket.groupName) have it",
        fix: "join the group: `sudo usermod -aG \(ControlSocket.groupName) $USER`, then log in again")
    case .house:
      ControlError(
        .notPermitted, "you do not have permission to use this socket",
        why: "this socket is for the user \(ControlSocket.userOfHouse), root and the daemon's own user",
        fix: "use the control socket, as the `rouse` command does")
    }
  }
}
