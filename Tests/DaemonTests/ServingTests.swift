import Control
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Daemon

/// Counts up for as long as it is listened to.
private struct Tick: Command {
  static let name = "tick"
  struct Reply: Codable, Sendable { var number: Int }
}

private struct Echo: Command {
  static let name = "echo"
  typealias Reply = Echo
  var text: String
}

/// A socket as a client that knows no manners has it.
private final class RawClient: Sendable {
  let number: Int32

  init(_ path: String) throws {
    number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let address = try #require(UnixAddress(path))
    guard address.withPointer({ connect(number, $0, $1) }) == 0 else { throw SystemError("connecting", errno) }
    var patience = timeval(tv_sec: 180, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(number) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// The next line, its keys sorted; nil when the connection ended, or minutes passed.
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

// One at a time, as a hundred clients take many descriptors.
@Suite(.serialized) struct ServingTests {
  private static var router: Router {
    var router = Router()
    router.on(Echo.self) { $0 }
    router.onStream(Tick.self) { _, yield in
      for number in 0... { try await yield(Tick.Reply(number: number)) }
    }
    return router
  }

  private let notices = Notices()

  /// Runs `body` beside a server on a socket of its own, on a thread that may block.
  private func serve(
    mostConnections: Int = 256, _ body: @escaping @Sendable (_ path: String) throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let server = ControlServer(
      socket: try ControlSocket(path: folder.path + "/s"), router: Self.router, notices: notices, log: try quietLog(),
      mostConnections: mostConnections)
    let running = Task { try await server.run() }
    defer { running.cancel() }
    let path = folder.path + "/s"
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      do {
        try MachineThread.start("client") { continuation.resume(with: Result { try body(path) }) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  private static func echoes(_ path: String) throws -> Bool {
    try ControlClient(path: path).send(Echo(text: "héllo")).text == "héllo"
  }

  @Test func aRequestIsAnswered() async throws {
    try await serve { path in
      let client = try ControlClient(path: path)
      for number in 0..<20 { #expect(try client.send(Echo(text: "\(number)")).text == "\(number)") }
    }
  }

  static let rude = [
    "garbage\n", "\u{0}\u{1}\u{2}\n", "[1,2]\n", "{}\n", #"{"id":1}"# + "\n", #"{"command":"echo"}"# + "\n", "\"\n",
    #"{"id":"one","command":"echo"}"# + "\n", String(repeating: "[", count: 100_000) + "\n",
  ]

  @Test(arguments: rude)
  func whatIsNoRequestIsRefusedAndTheServerGoesOn(text: String) async throws {
    try await serve { path in
      let client = try RawClient(path)
      client.send(text)
      let answer = try #require(client.line())
      #expect(answer.contains("\"error\"") && answer.contains("\"code\":64"))
      #expect(try Self.echoes(path))
    }
  }

  @Test func anUnknownCommandOrArgumentIsToldAndTheConnectionStays() async throws {
    try await serve { path in
      let client = try RawClient(path)
      client.send(#"{"id":7,"command":"make.coffee","arguments":{}}"# + "\n")
      #expect(client.line()?.contains("make.coffee") == true)
      client.send(#"{"id":8,"command":"echo","arguments":{"txt":1}}"# + "\n")
      #expect(client.line()?.contains("\"id\":8") == true)
      client.send("\n" + #"{"id":9,"command":"echo","arguments":{"text":"x"}}"# + "\n")
      #expect(client.line() == #"{"id":9,"item":{"text":"x"}}"#)
      #expect(client.line() == #"{"end":true,"id":9}"#)
    }
  }

  @Test func aLineWithoutEndIsRefused() async throws {
    try await serve { path in
      let client = try RawClient(path)
      client.send(String(repeating: "x", count: 3 * Wire.longestLine) + "\n")
      let answer = try #require(client.line())
      for part in ["longer than", "\"why\"", "\"fix\"", "\"stillWorks\""] {
        #expect(answer.contains(part), "\(answer)")
      }
      #expect(client.line() == nil, "nothing comes after the refusal but the end")
      #expect(try Self.echoes(path))
    }
  }

  @Test func halfARequestAsksForNothing() async throws {
    try await serve { path in
      do {
        let client = try RawClient(path)
        client.send(#"{"id":1,"command":"echo","argu"#)
        shutdown(client.number, Int32(SHUT_WR))
        #expect(client.line() == nil)
      }
      #expect(try Self.echoes(path))
    }
  }

  @Test func aHundredClientsAreServedAtOnce() async throws {
    try await serve { path in
      let clients = try (0..<100).map { _ in try RawClient(path) }
      for (number, client) in clients.enumerated() {
        client.send(#"{"id":\#(number),"command":"echo","arguments":{"text":"x"}}"# + "\n")
      }
      for (number, client) in clients.enumerated().reversed() {
        #expect(client.line() == #"{"id":\#(number),"item":{"text":"x"}}"#)
      }
    }
  }

  @Test func clientsThatNeverReadHoldNobodyUp() async throws {
    try await serve { path in
      let deaf = try (0..<10).map { _ in try RawClient(path) }
      for client in deaf { client.send(#"{"id":1,"command":"tick","arguments":{}}"# + "\n") }
      for _ in 0..<50 { #expect(try Self.echoes(path)) }
      // What waits for a client that does not read is bounded, and so it is still counting when it is read.
      for client in deaf { #expect(client.line() == #"{"id":1,"item":{"number":0}}"#) }
    }
  }

  @Test func aClientThatAsksOnAndOnWithoutReadingIsLeftToItself() async throws {
    try await serve { path in
      let deaf = try RawClient(path)
      deaf.send(#"{"id":1,"command":"tick","arguments":{}}"# + "\n")
      var detector = HangDetector()
      var hasEnded = false
      while !hasEnded {
        if detector.hangs() { break }
        deaf.send(#"{"id":2,"command":"echo","arguments":{"text":"x"}}"# + "\n")
        var end = pollfd(fd: deaf.number, events: 0, revents: 0)
        hasEnded = poll(&end, 1, 100) == 1
      }
      #expect(hasEnded)
    }
  }

  @Test func aStreamIsCancelledAndTheConnectionServesOn() async throws {
    try await serve { path in
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

  @Test func aSocketThatIsListenedToIsNotTakenAndOneLeftBehindIs() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    do {
      let first = try ControlSocket(path: path)
      let error = #expect(throws: ControlError.self) { try ControlSocket(path: path) }
      #expect(error?.code == .tryAgain)
      _ = try RawClient(path)
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o660)
      withExtendedLifetime(first) {}
    }
    // Its daemon is gone without having taken it away.
    #expect(access(path, F_OK) == 0)
    #expect(throws: SystemError.self) { try RawClient(path) }
    let second = try ControlSocket(path: path)
    _ = try RawClient(path)
    second.remove()
    #expect(access(path, F_OK) != 0)
  }

  @Test func anIdIsFreeAgainOnceItsAnswerHasEnded() async throws {
    try await serve { path in
      let client = try RawClient(path)
      for _ in 0..<300 {
        client.send(#"{"id":1,"command":"echo","arguments":{"text":"x"}}"# + "\n")
        #expect(client.line() == #"{"id":1,"item":{"text":"x"}}"#)
        #expect(client.line() == #"{"end":true,"id":1}"#)
      }
    }
  }

  @Test func aSocketThatAnswersIsNotTakenThoughItsLockIsGone() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    let first = try ControlSocket(path: path)
    #expect(unlink(path + ".lock") == 0)
    let error = #expect(throws: ControlError.self) { try ControlSocket(path: path) }
    #expect(error?.code == .tryAgain)
    _ = try RawClient(path)
    withExtendedLifetime(first) {}
  }

  @Test func aFileThatIsNoSocketIsNotTouched() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/precious"
    let file = try #require(fopen(path, "w"))
    fputs("text", file)
    fclose(file)
    let error = #expect(throws: ControlError.self) { try ControlSocket(path: path) }
    #expect(error?.code == .cannotCreate)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_size == 4)
  }

  @Test func aDaemonThatIsNotThereIsSaidToBeUnreachable() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: ControlError.self) { try ControlClient(path: folder.path + "/s") }
    #expect(missing?.code == .unreachable)
    let long = #expect(throws: ControlError.self) { try ControlClient(path: String(repeating: "x", count: 200)) }
    #expect(long?.code == .usage)
    #expect(throws: ControlError.self) { try ControlSocket(path: "") }
  }
}
