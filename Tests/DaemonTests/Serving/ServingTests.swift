import Glibc
import TestSupport
import Testing

@testable import Control
@testable import ControlService
@testable import Daemon
@testable import Machine

@Suite(.serialized) struct ServingTests {
  private let rig = ServingRig()

  @Test func itemsOfADaemonOfAnotherVersionAreReadAllTheSame() async throws {
    try await rig.serve { path in
      var labels: [String] = []
      try ControlClient(path: path).streamWritten(KnownList()) { item in
        labels.append(String(decoding: item, as: UTF8.self).contains(#""label":"Work""#) ? "Work" : "other")
      }
      #expect(labels == ["Work", "other"])
    }
  }

  @Test(arguments: [
    "garbage\n", "\u{0}\u{1}\u{2}\n", "[1,2]\n", "{}\n", #"{"id":1}"# + "\n", #"{"command":"echo"}"# + "\n", "\"\n",
    #"{"id":"one","command":"echo"}"# + "\n", #"{"id":99999999999999999999,"command":"echo"}"# + "\n",
    String(repeating: "[", count: 100_000) + "\n",
  ])
  func whatIsNoRequestIsRefusedAndTheServerGoesOn(text: String) async throws {
    try await rig.serve { path in
      let client = try RawClient(path)
      client.send(text)
      let answer = try #require(client.line())
      #expect(answer.contains("\"error\"") && answer.contains("\"code\":64"))
      #expect(try rig.echoes(path))
    }
  }

  @Test func theConnectionStaysAfterAnUnknownCommandOrArgumentAndAnIdIsFreeAfterItsAnswer() async throws {
    try await rig.serve { path in
      let client = try RawClient(path)
      client.send(#"{"id":7,"command":"make.coffee","arguments":{}}"# + "\n")
      #expect(client.line()?.contains("make.coffee") == true)
      client.send(#"{"id":8,"command":"echo","arguments":{"txt":1}}"# + "\n")
      #expect(client.line()?.contains("\"id\":8") == true)
      client.send(#"{"id":8,"command":"echo"}"# + "\n")
      #expect(client.line()?.contains("\"error\"") == true)
      client.send("\n" + #"{"id":9,"command":"echo","arguments":{"text":"x"}}"# + "\n")
      #expect(client.line() == #"{"id":9,"item":{"text":"x"}}"#)
      #expect(client.line() == #"{"id":9,"end":true}"#)
      for _ in 0..<300 {
        client.send(#"{"id":1,"command":"echo","arguments":{"text":"x"}}"# + "\n")
        #expect(client.line() == #"{"id":1,"item":{"text":"x"}}"#)
        #expect(client.line() == #"{"id":1,"end":true}"#)
      }
    }
  }

  @Test func aLineWithoutEndIsRefusedAndHalfARequestAsksForNothing() async throws {
    try await rig.serve { path in
      let client = try RawClient(path)
      client.send(String(repeating: "x", count: 3 * Wire.longestLine) + "\n")
      let answer = try #require(client.line())
      for part in ["longer than", "\"why\"", "\"fix\"", "\"stillWorks\""] {
        #expect(answer.contains(part), "\(answer)")
      }
      #expect(client.line() == nil, "nothing comes after the refusal but the end")
      #expect(try rig.echoes(path))
      do {
        let client = try RawClient(path)
        client.send(#"{"id":1,"command":"echo","argu"#)
        shutdown(client.number, Int32(SHUT_WR))
        #expect(client.line() == nil)
      }
      #expect(try rig.echoes(path))
    }
  }

  @Test func clientsThatNeverReadHoldNobodyUp() async throws {
    try await rig.serve { path in
      let deaf = try (0..<10).map { _ in try RawClient(path) }
      for client in deaf { client.send(#"{"id":1,"command":"tick","arguments":{}}"# + "\n") }
      for _ in 0..<50 { #expect(try rig.echoes(path)) }
      // Little is buffered for a client that does not read, so the server is still counting when the client reads.
      for client in deaf { #expect(client.line() == #"{"id":1,"item":{"number":0}}"#) }
    }
  }

  @Test func aClientThatAsksOnAndOnWithoutReadingIsLeftToItself() async throws {
    let time = ManualTime(morning)
    try await rig.serve(time: time) { path in
      let deaf = try RawClient(path)
      deaf.send(#"{"id":1,"command":"tick","arguments":{}}"# + "\n")
      let hasEnded = deaf.hasEnded(in: time, step: ControlServer.patience / 10) {
        deaf.send(#"{"id":2,"command":"echo","arguments":{"text":"x"}}"# + "\n")
      }
      #expect(hasEnded)
    }
  }

  @Test func aStreamIsCancelledAndTheConnectionServesOn() async throws {
    try await rig.serve { path in
      let client = try RawClient(path)
      client.send(#"{"id":1,"command":"tick","arguments":{}}"# + "\n")
      #expect(client.line() == #"{"id":1,"item":{"number":0}}"#)
      client.send(#"{"cancel":1}"# + "\n" + #"{"id":2,"command":"echo","arguments":{"text":"x"}}"# + "\n")
      var hasEnded = false
      var isAnswered = false
      while !(hasEnded && isAnswered), let line = client.line() {
        if line.contains("\"id\":1"), line.contains("\"error\"") || line.contains("\"end\"") { hasEnded = true }
        if line.contains("\"id\":2"), line.contains("\"end\"") { isAnswered = true }
      }
      #expect(hasEnded && isAnswered)
      client.send(#"{"cancel":99}"# + "\n" + #"{"id":1,"command":"echo","arguments":{"text":"y"}}"# + "\n")
      #expect(client.line() == #"{"id":1,"item":{"text":"y"}}"#)
    }
  }

  @Test func aSocketThatIsListenedToIsNotTakenEvenWithoutItsLockAndOneLeftBehindIs() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    do {
      let first = try ControlSocket(path: path)
      #expect(try refusal { try ControlSocket(path: path) } == .tryAgain)
      _ = try RawClient(path)
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o660)
      withExtendedLifetime(first) {}
    }
    // The previous daemon is gone and left its socket behind.
    #expect(access(path, F_OK) == 0)
    #expect(throws: SystemError.self) { try RawClient(path) }
    let second = try ControlSocket(path: path)
    #expect(unlink(path + ".lock") == 0)
    #expect(try refusal { try ControlSocket(path: path) } == .tryAgain)
    _ = try RawClient(path)
    second.remove()
    #expect(access(path, F_OK) != 0)
  }

  @Test func aFileThatIsNoSocketIsNotTouchedAndWhereNothingListensIsUnreachable() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/precious"
    try Files.write("text", to: path)
    #expect(try refusal { try ControlSocket(path: path) } == .cannotCreate)
    #expect(Files.text(path) == "text")
    #expect(try refusal { try ControlClient(path: folder.path + "/s") } == .unreachable)
    #expect(try refusal { try ControlClient(path: String(repeating: "x", count: 200)) } == .usage)
    #expect(throws: ControlError.self) { try ControlSocket(path: "") }
  }

  private func refusal(_ body: () throws -> some Any) throws -> ExitCode {
    try #require(throws: ControlError.self) { _ = try body() }.code
  }
}

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

  /// Returns the next line with its id first, or `nil` if the connection ended or minutes passed.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while byte != UInt8(ascii: "\n") {
      guard read(number, &byte, 1) == 1 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
      .replacing(/^\{(.*),("id":\d+)\}$/) { "{\($0.output.2),\($0.output.1)}" }
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
  ///   - time: measures the server's patience.
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
