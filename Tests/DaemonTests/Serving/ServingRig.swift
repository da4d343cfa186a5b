import Glibc
import TestSupport
import Testing

@testable import Control
@testable import ControlService
@testable import Daemon
@testable import Machine

/// Items from a daemon of another version, whose keys are in a different order.
struct StrangeList: Command {
  static let name = "strange"
  struct Reply: Codable, Sendable { var occurrences: [OccurrenceView] }

  static func occurrence(_ name: String) -> OccurrenceView {
    OccurrenceView(alarmId: "k3f9xa", label: name, time: "2026-11-22T07:30:00Z", inSeconds: 60, special: [])
  }
}

/// The same items as this version declares them.
struct KnownList: Command {
  static let name = StrangeList.name
  struct Reply: JSONWritten, Codable, Sendable {
    var occurrences: [OccurrenceView]
    func write(to json: inout JSONWriter) { json.array { json in for one in occurrences { one.write(to: &json) } } }
  }
}

struct Tick: Command {
  static let name = "tick"
  struct Reply: Codable, Sendable { var number: Int }
}

/// Waits without checking for cancellation, like a hung disk.
struct Stick: Command {
  static let name = "stick"
  struct Reply: Codable, Sendable {}
}

struct Echo: Command {
  static let name = "echo"
  typealias Reply = Echo
  var text: String
}

/// A raw socket for clients that ignore the protocol.
final class RawClient: Sendable {
  let number: Int32

  init(_ path: String) throws {
    number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let address = try #require(UnixAddress(path))
    guard address.withPointer({ connect(number, $0, $1) }) == 0 else { throw SystemError("connecting", errno) }
    var patience = timeval(tv_sec: 180, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(number) }

  /// Sends, waiting at most `patience` ms. Returns the number of bytes taken, or `nil` once disconnected.
  func offer(_ bytes: [UInt8], patience: Int32) -> Int? {
    var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, patience) >= 0, entry.revents & Int16(POLLHUP | POLLERR) == 0 else { return nil }
    let count = Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    return count >= 0 ? count : errno == EAGAIN ? 0 : nil
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// The bytes sent that the server has not read yet (SIOCOUTQ, unix(7)).
  var unread: Int {
    var count: Int32 = 0
    guard ioctl(number, UInt(TIOCOUTQ), &count) == 0 else { return -1 }
    return Int(count)
  }

  /// Repeats `action` and advances `time` until the server disconnects; returns `false` if it never does.
  func hasEnded(in time: ManualTime, step: Duration = .seconds(1), while action: () -> Void = {}) -> Bool {
    var detector = HangDetector()
    while !detector.hangs() {
      action()
      time.advance(by: step)
      var end = pollfd(fd: number, events: 0, revents: 0)
      if poll(&end, 1, 5) == 1 { return true }
    }
    return false
  }

  /// Waits until the server disconnects; returns `false` after minutes.
  func hasEnded() -> Bool {
    var byte: UInt8 = 0
    var count = 1
    while count > 0 { count = read(number, &byte, 1) }
    return count == 0
  }

  /// Returns the next line with its keys sorted, or `nil` if the connection ended or minutes passed.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(number, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return JSONValue.sortingKeys(bytes) }
      bytes.append(byte)
    }
    return nil
  }
}

final class ServingRig: Sendable {
  private let disk: Task<Void, Never>
  /// Lets all `Stick` requests finish.
  let release: @Sendable () -> Void

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    disk = Task { for await _ in stream {} }
    release = { continuation.finish() }
  }

  deinit { release() }

  private var router: Router {
    var router = Router()
    router.on(Echo.self) { $0 }
    router.on(Stick.self) { [disk] _ in
      await disk.value
      return Stick.Reply()
    }
    router.onStream(StrangeList.self) { _, yield in
      for name in ["Work", "Gym"] { try await yield(StrangeList.Reply(occurrences: [StrangeList.occurrence(name)])) }
    }
    router.onStream(Tick.self) { _, yield in
      for number in 0... { try await yield(Tick.Reply(number: number)) }
    }
    return router
  }

  /// Runs `body` on a thread that may block, next to a server on its own socket.
  ///
  /// - Parameters:
  ///   - time: Measures the server's patience.
  ///   - pool: Runs the server's tasks; `nil` for the usual threads.
  func serve(
    mostRequests: Int = 2048, time: any TimeSource = SystemTime(), on pool: WorkPool? = nil,
    _ body: @escaping @Sendable (_ path: String) throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    var server = ControlServer(
      socket: try ControlSocket(path: path), router: router, notices: Notices(), log: try quietLog(),
      mostConnections: 256)
    server.requests = BoundedCount(most: mostRequests)
    server.time = time
    let running = Task(executorPreference: pool) { [server] in try await server.run() }
    defer { running.cancel() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      do {
        try MachineThread.start("client") { continuation.resume(with: Result { try body(path) }) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  func echoes(_ path: String) throws -> Bool {
    try ControlClient(path: path).send(Echo(text: "héllo")).text == "héllo"
  }
}

/// Waits on a thread that may block.
func waitUntil(_ what: String, _ isSo: () throws -> Bool) throws {
  var detector = HangDetector()
  while try !isSo() {
    if detector.hangs() { throw Failure("never: \(what); \(detector.report)") }
    usleep(1000)
  }
}
