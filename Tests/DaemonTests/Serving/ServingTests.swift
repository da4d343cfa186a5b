import Control
import Glibc
import TestSupport
import Testing

@testable import ControlService
@testable import Daemon
@testable import Machine

// One test at a time, because a hundred clients need many descriptors.
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

  static let rude = [
    "garbage\n", "\u{0}\u{1}\u{2}\n", "[1,2]\n", "{}\n", #"{"id":1}"# + "\n", #"{"command":"echo"}"# + "\n", "\"\n",
    #"{"id":"one","command":"echo"}"# + "\n", #"{"id":99999999999999999999,"command":"echo"}"# + "\n",
    String(repeating: "[", count: 100_000) + "\n",
  ]

  @Test(arguments: rude)
  func whatIsNoRequestIsRefusedAndTheServerGoesOn(text: String) async throws {
    try await rig.serve { path in
      let client = try RawClient(path)
      client.send(text)
      let answer = try #require(client.line())
      #expect(answer.contains("\"error\"") && answer.contains("\"code\":64"))
      #expect(try rig.echoes(path))
    }
  }

  @Test func anUnknownCommandOrArgumentIsToldAndTheConnectionStays() async throws {
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
      #expect(client.line() == #"{"end":true,"id":9}"#)
    }
  }

  @Test func aLineWithoutEndIsRefused() async throws {
    try await rig.serve { path in
      let client = try RawClient(path)
      client.send(String(repeating: "x", count: 3 * Wire.longestLine) + "\n")
      let answer = try #require(client.line())
      for part in ["longer than", "\"why\"", "\"fix\"", "\"stillWorks\""] {
        #expect(answer.contains(part), "\(answer)")
      }
      #expect(client.line() == nil, "nothing comes after the refusal but the end")
      #expect(try rig.echoes(path))
    }
  }

  @Test func halfARequestAsksForNothing() async throws {
    try await rig.serve { path in
      do {
        let client = try RawClient(path)
        client.send(#"{"id":1,"command":"echo","argu"#)
        shutdown(client.number, Int32(SHUT_WR))
        #expect(client.line() == nil)
      }
      #expect(try rig.echoes(path))
    }
  }

  @Test func aHundredClientsAreServedAtOnce() async throws {
    try await rig.serve { path in
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
    // The previous daemon is gone and left its socket behind.
    #expect(access(path, F_OK) == 0)
    #expect(throws: SystemError.self) { try RawClient(path) }
    let second = try ControlSocket(path: path)
    _ = try RawClient(path)
    second.remove()
    #expect(access(path, F_OK) != 0)
  }

  @Test func anIdIsFreeAgainOnceItsAnswerHasEnded() async throws {
    try await rig.serve { path in
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
    try Files.write("text", to: path)
    let error = #expect(throws: ControlError.self) { try ControlSocket(path: path) }
    #expect(error?.code == .cannotCreate)
    #expect(Files.text(path) == "text")
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
