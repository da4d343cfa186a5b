import Glibc
import Testing

@testable import Machine

@Suite(.serialized, .timeLimit(.minutes(5))) struct StopSignalTests {
  /// Restores the default handlers, so that people can still stop the tests. Ignoring first drops pending signals.
  private func restore() {
    for number in [SIGTERM, SIGINT, SIGHUP] {
      signal(number, SIG_IGN)
      signal(number, SIG_DFL)
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func oneThatComesBeforeItIsWaitedForIsNotLost(number: Int32) async throws {
    let stop = try StopSignal()
    defer { restore() }
    // Several signals, as from an impatient user.
    for _ in 0..<3 { #expect(kill(getpid(), number) == 0) }
    await stop.wait()
  }

  @Test func waitReturnsWhenItsTaskIsCancelled() async throws {
    let stop = try StopSignal()
    defer { restore() }
    let waiting = Task { await stop.wait() }
    waiting.cancel()
    await waiting.value
  }
}
