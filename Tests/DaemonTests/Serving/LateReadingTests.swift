import Glibc
import Testing

@testable import Daemon

/// A machine that is busy lets the daemon read late what came in time: nobody is hung up on for that.
@Suite(.serialized) struct LateReadingTests {
  @Test func whoHasAskedIsAnsweredHoweverLateItIsRead() async throws {
    try await ServingRig().serve(patience: .seconds(3)) { path in
      let clients = try (0..<5).map { _ in try RawClient(path) }
      func ask(_ word: String) {
        for client in clients { client.send(#"{"id":1,"command":"echo","arguments":{"text":"\#(word)"}}"# + "\n") }
      }
      func answers(_ word: String) -> Int {
        clients.count { client in
          guard client.line()?.contains(word) == true else { return false }
          return client.line()?.contains("end") == true
        }
      }
      ask("first")
      #expect(answers("first") == 5)
      // Longer than the patience nothing of the daemon runs but what reads from the sockets.
      for _ in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) { Task.detached { usleep(5_000_000) } }
      usleep(1_500_000)
      ask("second")
      #expect(answers("second") == 5)
    }
  }
}
