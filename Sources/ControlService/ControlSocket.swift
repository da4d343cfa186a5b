import CLinux
import Control
import Glibc
import Machine

/// The listening Unix socket: never taken from a daemon that answers, always from one that is gone.
package final class ControlSocket: Sendable {
  package let path: String
  private let listener: Descriptor
  private let lock: Descriptor
  let clients: Clients
  /// Why the group it is for cannot reach it; nil: it can.
  package let closed: Closed?

  /// Who may talk to the daemon, beside root and its own user.
  package enum Clients: Sendable {
    /// The members of the group `groupName`.
    case people
    /// The user `userOfHouse`, and nobody else of the group.
    case house
  }

  /// The group whose members may talk to the daemon.
  package static let groupName = "rouse"
  /// Who runs `rouse-mqtt`. Its own group, which has nobody else, lets it reach the socket's file.
  package static let userOfHouse = "rouse-mqtt"

  package init(path: String, for clients: Clients = .people) throws(ControlError) {
    self.path = path
    self.clients = clients
    guard let address = UnixAddress(path) else {
      throw ControlError(
        .usage, "the socket path `\(path)` cannot be used", why: "a Unix socket's path has 1 to 107 bytes (unix(7))",
        fix: "give a shorter one with `--socket`")
    }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { Self.makeFolder(String(path[..<slash])) }
    // Who holds the lock may replace the socket: between a look at it and bind(2) another daemon could come up.
    lock = try Self.lock(path + ".lock")
    try Self.removeStale(path)
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Self.failure(path, errno) }
    listener = Descriptor(number)
    // The socket's own mode bounds that of its file (unix_bind in the kernel), so that it is never open to all.
    fchmod(number, 0o660)
    guard address.withPointer({ bind(number, $0, $1) }) == 0 else { throw Self.failure(path, errno) }
    let failure: Closed.Reason? =
      if let group = clients.group { chown(path, uid_t.max, group) == 0 ? nil : .refused(errno) } else { .noGroup }
    // The daemon's own group is the one of people, who have no business at the house's.
    chmod(path, clients == .house && failure != nil ? 0o600 : 0o660)
    closed = clients == .house ? failure.map { Closed($0, path) } : nil
    guard listen(number, 128) == 0 else { throw Self.failure(path, errno) }
  }

  /// Waits for somebody who may talk, and returns the connected socket; nil: somebody else came, and was told.
  package func accept() throws(SystemError) -> Int32? {
    let number = rouse_accept(listener.number)
    guard number >= 0 else {
      // The peer may be gone again, and descriptors may be short for a while: the next one is waited for.
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

  /// Tells why, and hangs up, without waiting for the client.
  package static func refuse(_ number: Int32, _ error: ControlError) {
    let line = ControlServer.encode(Wire.Response<Wire.NoItem>(id: 0, error: error))
    _ = line.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
    close(number)
  }

  private static func makeFolder(_ path: String) {
    var prefix = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      prefix += "/" + part
      // What cannot be made is told by bind(2).
      mkdir(prefix, 0o755)
    }
  }

  /// Takes away the socket of a daemon that is gone, and nothing else.
  private static func removeStale(_ path: String) throws(ControlError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ControlError(
        .cannotCreate, "\(path) is there already, and it is no socket",
        why: "it may be precious, so it was not touched",
        fix: "name another path with `--socket`")
    }
    if isAnswered(path) { throw isTaken(path) }
    unlink(path)
  }

  /// Whether somebody listens there.
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
      stillWorks: "the daemon that runs is not disturbed")
  }

  /// Whether a daemon holds the lock beside the socket; true where that cannot be told.
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
      fix: "name a place that can be written with `--socket`, or start the service with systemd, which makes /run/rouse"
    )
  }
}
