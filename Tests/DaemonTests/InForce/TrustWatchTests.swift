import AlarmClock
import Synchronization
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

@Suite(.timeLimit(.minutes(10))) struct TrustWatchTests {
  private let time = ManualTime(morning)

  private func watch(isTrusted: Bool) throws -> TrustWatch {
    time.trust(isTrusted)
    return try TrustWatch(time: time, inForce: BookInForce(AlarmBook()))
  }

  @Test func aClockThatIsTrustedIsNotWaitedFor() async throws {
    await (try watch(isTrusted: true)).waitForTrust(atMost: .seconds(60))
    #expect(time.sleeps == 0)
  }

  @Test func trustThatComesEndsTheWaitAndIsToldOnce() async throws {
    let watch = try watch(isTrusted: false)
    let told = Mutex<[Bool]>([])
    try watch.start { change in told.withLock { $0.append(change.isTrusted) } }
    let waiting = Task { await watch.waitForTrust(atMost: .seconds(3600)) }
    time.trust(true)
    // The thread naps for seconds of the real clock; it is woken, as by a step of the clock.
    watch.lookAgain()
    await waiting.value
    #expect(await eventually { told.withLock { $0 } == [true] })
    time.trust(false)
    watch.lookAgain()
    #expect(await eventually { told.withLock { $0 } == [true, false] })
  }

  @Test func trustIsNotWaitedForLongerThanAsked() async throws {
    let watch = try watch(isTrusted: false)
    let isOver = Mutex(false)
    let waiting = Task {
      await watch.waitForTrust(atMost: .seconds(60))
      isOver.withLock { $0 = true }
    }
    #expect(
      await eventually {
        time.advance(by: .seconds(1))
        return isOver.withLock { $0 }
      })
    await waiting.value
  }

  @Test func waitReturnsWhenItsTaskIsCancelled() async throws {
    let watch = try watch(isTrusted: false)
    let waiting = Task { await watch.waitForTrust(atMost: .seconds(3600)) }
    waiting.cancel()
    await waiting.value
  }
}
