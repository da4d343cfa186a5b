import Glibc
import Testing

@testable import Machine

@Suite(.serialized) struct StopSignalTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func oneThatComesBeforeItIsWaitedForIsNotLost(number: Int32) async throws {
    let stop = try StopSignal()
    // So that people can still end the tests.
    defer { for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) } }
    // Again and again, as somebody without patience does.
    for _ in 0..<3 { #expect(kill(getpid(), number) == 0) }
    await stop.wait()
  }

  @Test func itIsNoLongerWaitedForOnceTheTaskIsCancelled() async throws {
    let stop = try StopSignal()
    defer { for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) } }
    let waiting = Task { await stop.wait() }
    waiting.cancel()
    await waiting.value
  }
}
