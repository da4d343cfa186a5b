import Boards
import FoundationEssentials
import Glibc

/// A connection to the daemon. Calls block. Not thread-safe.
public final class ControlClient {
  private let descriptor: Int32
  private let path: String
  /// Waits for the descriptor to become readable, for at most this many milliseconds, and returns whether it did. Only
  /// called for followed streams.
  public var waiting: (Int32, Int32) -> Bool = ControlClient.canRead
  /// Called when a change is durable.
  public var changed: () -> Void = {}
  /// Called with a message for the user, unrelated to the command.
  public var tell: (String) -> Void = { _ in }
  /// Called if the user reads times in the 12-hour format.
  public var twelveHours: () -> Void = {}
  private var buffer = LineBuffer()
  private var lastID = 0

  /// The time limit, in seconds, for accepting a connection, for reading a request and for each line of an answer: 10,
  /// or on very slow machines the value of ROUSE_PATIENCE, 1 to 3600.
  public static let patience =
    SocketPath.environment("ROUSE_PATIENCE").flatMap { Int($0) }
    .flatMap { (1...3600).contains($0) ? $0 : nil } ?? 10

  /// Connects to the Unix socket at `path`, if root, the service's user or the caller is listening.
  ///
  /// - Parameters:
  ///   - isGiven: Whether the user named the path. If not, one of those three must own its folder as well.
  ///   - place: Where the service expects a board file, to explain why it is not running.
  public init(path: String, isGiven: Bool = true, place: BoardPlace = BoardPlace()) throws(ControlError) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.unreachable(path, errno) }
    // From here on, `deinit` closes it, even if this throws.
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    // It also limits connect(2) to a full backlog (socket(7)).
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard let address = UnixAddress(path) else {
      throw ControlError(
        .usage, "the socket path `\(path)` cannot be used", why: "a Unix socket's path has 1 to 107 bytes (unix(7))",
        fix: "give a shorter one with `--socket`")
    }
    let users = TrustedUsers()
    if !isGiven, access(path, F_OK) == 0 { try users.checkFolder(of: path) }
    guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
      let error = Self.unreachable(path, errno)
      // If the user named the socket, the service's board file is irrelevant.
      guard !isGiven, error.code == .unreachable, place.isAwaited else { throw error }
      throw ControlError(
        .unreachable, "the service is not running: it needs a board file, \(BoardPlace.file)",
        why: "the file says what is wired to which pin; without the service nothing can be read or changed",
        fix: "\(place.command), then `sudo systemctl start rouse`; or try it without hardware: "
          + "`rouse daemon --board mock`",
        stillWorks: "`rouse decode` needs no daemon")
    }
    // The folder may have changed since the check; the peer is what receives the requests.
    try users.checkPeer(of: descriptor, at: path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  public func send<Arguments: Command>(_ command: Arguments) throws(ControlError) -> Arguments.Reply {
    var reply: Arguments.Reply?
    try stream(command) { (item) throws(ControlError) in reply = item }
    guard let reply else { throw Self.otherVersion("the daemon gave no answer to `\(Arguments.name)`") }
    return reply
  }

  /// Sends a command and passes each item as JSON. Usually the daemon has written it with `JSONWriter`, and it is not
  /// decoded here.
  public func streamWritten<Arguments: Command>(
    _ command: Arguments, each: (ArraySlice<UInt8>) throws(ControlError) -> Void
  ) throws(ControlError) where Arguments.Reply: JSONWritten {
    let head = Wire.itemHead(lastID + 1)
    try stream(
      command,
      each: { item throws(ControlError) in
        // The daemon is of another version.
        var json = JSONWriter()
        item.write(to: &json)
        try each(json.bytes[...])
      },
      takesLine: { line throws(ControlError) in
        guard line.starts(with: head) else { return false }
        try each(line.dropFirst(head.count).dropLast())
        return true
      })
  }

  /// Sends a command and passes each item of the answer to `each`.
  ///
  /// - Parameters:
  ///   - isFollowed: Whether items are printed as they arrive, possibly forever.
  ///   - takesLine: Returns whether a line is an item that it has handled.
  public func stream<Arguments: Command>(
    _ command: Arguments, isFollowed: Bool = false, each: (Arguments.Reply) throws(ControlError) -> Void,
    takesLine: (ArraySlice<UInt8>) throws(ControlError) -> Bool = { _ in false }
  ) throws(ControlError) {
    lastID += 1
    let request: [UInt8]
    do { request = [UInt8](try JSONEncoder().encode(Wire.Request(id: lastID, arguments: command))) } catch {
      throw ControlError(
        .internal, "the request cannot be written as JSON", why: "\(error)", fix: "report this as a bug")
    }
    try write(request + [UInt8(ascii: "\n")])
    while true {
      let line = try readLine(isFollowed: isFollowed, mayTakeLong: Arguments.self is any LongCommand.Type)
      if try takesLine(line) { continue }
      let answer: Wire.Response<Arguments.Reply>
      do { answer = try JSONDecoder().decode(Wire.Response<Arguments.Reply>.self, from: Data(line)) } catch {
        throw Self.otherVersion("the daemon's answer cannot be understood")
      }
      if let error = answer.error { throw error }
      if let item = answer.item { try each(item) }
      guard answer.end == true else { continue }
      if Arguments.self is any ChangingCommand.Type { changed() }
      if answer.twelveHours == true { twelveHours() }
      for notice in answer.notices ?? [] { tell(notice) }
      return
    }
  }

  private func write(_ bytes: [UInt8]) throws(ControlError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { rest in
        Glibc.send(descriptor, rest.baseAddress?.advanced(by: sent), rest.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        // The daemon may have explained why it hung up; reading finds out.
        if errno == EPIPE || errno == ECONNRESET { return }
        throw Self.unreachable(path, errno)
      }
    }
  }

  private func readLine(isFollowed: Bool, mayTakeLong: Bool) throws(ControlError) -> ArraySlice<UInt8> {
    while true {
      if let line = buffer.next() { return line }
      if buffer.isEndless {
        throw ControlError(
          .internal, "the daemon's answer cannot be understood", why: "one of its lines is too long",
          fix: "restart the daemon: `sudo systemctl restart rouse`")
      }
      try waitForData(isFollowed: isFollowed, mayTakeLong: mayTakeLong)
      let count = buffer.read(from: descriptor)
      if count == 0 {
        throw ControlError(
          .unreachable, "the daemon closed the connection", why: "it stopped, or it refused the request",
          fix: "see `journalctl -u rouse`, then try again")
      }
      if count < 0, errno != EINTR { throw Self.unreachable(path, errno) }
    }
  }

  /// Waits until something can be read. If that may take long, checks every `patience` seconds whether the daemon still
  /// answers other requests.
  private func waitForData(isFollowed: Bool, mayTakeLong: Bool) throws(ControlError) {
    let canRead = isFollowed ? waiting : Self.canRead
    while !canRead(descriptor, Int32(Self.patience * 1000)) {
      guard isFollowed || mayTakeLong else { throw Self.silent }
      do throws(ControlError) {
        _ = try ControlClient(path: path).send(ListTimers())
      } catch {
        // A refusal is also an answer.
        if error.code == .noAnswer || error.code == .unreachable { throw error }
      }
    }
  }

  private static func canRead(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&wanted, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      // After another error, reading reports the problem.
      return count != 0
    }
  }

  private static func otherVersion(_ what: String) -> ControlError {
    ControlError(
      .internal, what, why: "the command and the daemon may be of different versions",
      fix: "restart the daemon: `sudo systemctl restart rouse`")
  }

  private static var silent: ControlError {
    ControlError(
      .noAnswer, "the daemon did not answer within \(patience) s",
      why: "it is stopped, very busy or waiting for the disk; it may still carry out this command later",
      fix: "try `rouse status`; if it fails too: `sudo systemctl restart rouse`",
      stillWorks: "a ring continues after the restart")
  }

  private static func unreachable(_ path: String, _ code: Int32) -> ControlError {
    if code == EAGAIN { return silent }
    let reason = String(cString: strerror(code))
    if code == EACCES || code == EPERM {
      return ControlError(
        .notPermitted, "you do not have permission to control the daemon at \(path)", why: reason,
        fix: "join the group: `sudo usermod -aG rouse $USER`, then log in again")
    }
    return ControlError(
      .unreachable, "the daemon cannot be reached at \(path)",
      why: "\(reason); without it nothing can be read or changed",
      fix: "start it: `sudo systemctl start rouse`, or run `rouse daemon`, or name its socket with `--socket`",
      stillWorks: "`rouse decode` needs no daemon")
  }
}
