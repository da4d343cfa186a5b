import Glibc
import Testing

@testable import ControlService
@testable import Daemon
@testable import Machine

/// On a busy machine the daemon reads requests late and must not disconnect the clients for that.
@Suite(.serialized) struct LateReadingTests {
  @Test func answersRequestsThatItReadsAfterItsPatience() async throws {
    let time = ManualTime(morning)
    // With one thread for the server's tasks, the test can block them all, and they run in order of arrival.
    let pool = WorkPool(usual: 1, most: 1)
    let (isHeld, release) = (try Doorbell(), try Doorbell())
    try await ServingRig().serve(time: time, on: pool) { path in
      let clients = try (0..<5).map { _ in try RawClient(path) }
      let silent = try RawClient(path)
      try waitUntil("the server waits for all of them") { time.sleeps == clients.count + 1 }
      Task(executorPreference: pool) {
        isHeld.ring()
        release.wait()
      }
      isHeld.wait()
      // The server's patience has run out, and it is about to check. Only now do the requests arrive.
      time.advance(by: ControlServer.patience * 2)
      for client in clients { client.send(#"{"id":1,"command":"echo","arguments":{"text":"x"}}"# + "\n") }
      try waitUntil("the requests are read from the sockets") { clients.allSatisfy { $0.unread == 0 } }
      // An empty line is no request. The only thread that reads from sockets gets to it after all requests.
      silent.send("\n")
      try waitUntil("the empty line is read, too") { silent.unread == 0 }
      release.ring()
      for client in clients { #expect(client.line() == #"{"id":1,"item":{"text":"x"}}"#) }
      #expect(silent.hasEnded(), "the patience for a client that asks nothing is over")
    }
  }
}
