import CLinux
import Control
import Glibc
import Machine

/// The listening Unix socket. It replaces the socket of a dead daemon, but never of one that answers.
package final class ControlSocket: Sendable {
  package let path: String
  private let listener: Descriptor
  private let lock: Descriptor
  let clients: Clients
  /// Why `rouse-mqtt` cannot reach the home socket, unless it runs as root or as the daemon's user; `nil` if it can.
  package let closed: TroubleView?

  /// The clients that may talk to the daemon, in addition to root and its own user.
  package enum Clients: Sendable {
    /// The members of the group `groupName`.
    case people
    /// The user `userOfHouse`, and nobody else in its group.
    case house
  }

  package static let groupName = "rouse"
  /// The user of `rouse-mqtt`. Its own group has no other members and gives it access to the socket file.
  package static let userOfHouse = "rouse-mqtt"

  package init(path: String, for clients: Clients = .people) throws(ControlError) {
    self.path = path
    self.clients = clients
    guard let address = UnixAddress(path) else {
      throw ControlError(
        .usage, "the socket path `\(path)` cannot be used", why: "a Unix socket's path has 1 to 107 bytes (unix(7))",
        fix: "give a shorter one with `--socket`")
    }
    var folder = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      // If this fails, bind(2) reports the reason.
      mkdir(folder, 0o755)
    }
    // Only the holder of the lock may replace the socket: another daemon could start between the check and bind(2).
    lock = try Self.lock(path + ".lock")
    try Self.removeStale(path)
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Self.failure(path, errno) }
    listener = Descriptor(number)
    // The socket's mode limits that of its file (unix_bind in the kernel), so the file is never open to everyone.
    fchmod(number, 0o660)
    guard address.withPointer({ bind(number, $0, $1) }) == 0 else { throw Self.failure(path, errno) }
    let code = clients.group.map { chown(path, uid_t.max, $0) == 0 ? 0 : errno }
    // The daemon's own group is that of people, who must not use the home socket.
    let isClosed = clients == .house && code != 0
    chmod(path, isClosed ? 0o600 : 0o660)
    closed = isClosed ? Self.isClosed(path, code) : nil
    guard listen(number, 128) == 0 else { throw Self.failure(path, errno) }
  }

  /// Waits for a client; returns its socket, or `nil` if it is not allowed (and told why) or accepting failed for now.
  package func accept() throws(SystemError) -> Int32? {
    let number = rouse_accept(listener.number)
    guard number >= 0 else {
      // The peer may have gone, or descriptors may be short for a while. Wait for the next client.
      if errno == EMFILE || errno == ENFILE || errno == ENOMEM { usleep(100_000) }
      if errno == EBADF || errno == EINVAL { throw SystemError("waiting for connections at \(path)", errno) }
      return nil
    }
    guard clients.holds(number) else {
      Self.refuse(number, clients.refusal)
      return nil
    }
    return number
  }

  package func remove() { unlink(path) }

  /// Reports an error and hangs up, without waiting for the client.
  package static func refuse(_ number: Int32, _ error: ControlError) {
    let line = ControlServer.encode(Wire.Response<Wire.NoItem>(id: 0, error: error))
    _ = line.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
    close(number)
  }

  /// Removes the socket of a dead daemon, and nothing else.
  private static func removeStale(_ path: String) throws(ControlError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ControlError(
        .cannotCreate, "\(path) exists already, and it is not a socket",
        why: "it may be important, so it was left alone",
        fix: "name another path with `--socket`")
    }
    if isAnswered(path) { throw isTaken(path) }
    unlink(path)
  }

  private static func isAnswered(_ path: String) -> Bool {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return false }
    let client = Descriptor(number)
    return UnixAddress(path)?.withPointer { connect(client.number, $0, $1) == 0 } ?? false
  }

  private static func isTaken(_ path: String) -> ControlError {
    ControlError(
      .tryAgain, "another daemon listens at \(path)", why: "its clients would be cut off",
      fix: "stop it (`sudo systemctl stop rouse`), or give this one its own socket with `--socket`",
      stillWorks: "the running daemon is not affected")
  }

  /// - Parameter code: the errno of chown(2), or `nil` if there is no group.
  package static func isClosed(_ path: String, _ code: Int32?) -> TroubleView {
    let why: String
    let command: String
    if let code {
      let words = String(cString: strerror(code)).lowercased()
      why = "it cannot be given to the group `\(userOfHouse)` (\(words))"
      command = "`sudo usermod --append --groups \(userOfHouse) \(UserDatabase.ownName)`"
    } else {
      why = "there is no group `\(userOfHouse)`"
      command = "`sudo systemd-sysusers`"
    }
    return TroubleView(
      why: "\(path) cannot be used by rouse-mqtt: \(why)", fix: "\(command), then `sudo systemctl restart rouse`")
  }

  /// Whether a daemon holds the lock beside the socket. Also true if that is unknown.
  package static func isServed(_ path: String) -> Bool {
    let number = open(path + ".lock", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return errno != ENOENT }
    let file = Descriptor(number)
    return flock(file.number, LOCK_SH | LOCK_NB) != 0
  }

  private static func lock(_ path: String) throws(ControlError) -> Descriptor {
    let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw failure(path, errno) }
    let lock = Descriptor(number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw isTaken(String(path.dropLast(".lock".count))) }
    return lock
  }

  private static func failure(_ path: String, _ code: Int32) -> ControlError {
    ControlError(
      .cannotCreate, "the control socket \(path) cannot be created",
      why: "\(String(cString: strerror(code))); without it no command reaches the daemon",
      fix: "name a writable place with `--socket`, or start the service with systemd, which creates /run/rouse"
    )
  }
}
