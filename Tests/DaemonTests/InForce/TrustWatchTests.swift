import AlarmClock
import Control
import Synchronization
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

@Suite(.timeLimit(.minutes(10))) struct TrustWatchTests {
  private let time = ManualTime(morning)

  private func watch(isTrusted: Bool) throws -> TrustWatch {
    time.trust(isTrusted)
    return try TrustWatch(time: time, inForce: BookInForce(AlarmBook()))
  }

  private static let released = RFC3339.parse(Release.month) ?? .max

  /// The time of day, when the last ring was due, and whether NTP has set the clock.
  @Test(arguments: [
    (now: released, lastRing: Instant?.none, isSynchronized: false, isTrusted: true),
    (released - .seconds(1), nil, false, false), (Instant(seconds: 946_684_800), nil, false, false),
    (Instant(seconds: 946_684_800), nil, true, true),
    (released + .seconds(86_400), released + .seconds(86_401), false, false),
    (released + .seconds(86_400), released + .seconds(86_401), true, true),
    (released + .seconds(86_400), released + .seconds(86_400), false, true),
    // A ring years ahead was recorded under a wrong clock.
    (released + .seconds(86_400), released + .seconds(3 * 366 * 86_400), false, true),
  ]) func aBatteryIsBelievedUnlessItsTimeIsOver(now: Instant, lastRing: Instant?, isSynchronized: Bool, isTrusted: Bool)
    throws
  {
    let time = ManualTime(now)
    time.trust(isSynchronized)
    let settings = Settings { $0.clockSource = .battery }
    let watch = try TrustWatch(time: time, inForce: BookInForce(AlarmBook(settings: settings)), lastRing: lastRing)
    #expect(watch.current.isTrusted == isTrusted, "\(watch.current)")
    if !isTrusted { #expect(watch.current.why.contains("battery of the clock chip may be empty")) }
  }

  private struct Told: Hook {
    let trusted = Box<[Bool]>([])

    func note(_ news: EngineNews) {
      if case .clock(.trust(let trust)) = news { trusted.withLock { $0.append(trust.isTrusted) } }
    }
  }

  @Test func trustThatComesEndsTheWaitAndIsToldOnce() async throws {
    let watch = try watch(isTrusted: false)
    let told = Told()
    try watch.start(told)
    let waiting = Task { await watch.waitForTrust(atMost: .seconds(3600)) }
    time.trust(true)
    // The thread naps for seconds of the real clock, so it is woken as a step of the clock would.
    watch.lookAgain()
    await waiting.value
    #expect(await eventually { told.trusted.value == [true] })
    time.trust(false)
    watch.lookAgain()
    #expect(await eventually { told.trusted.value == [true, false] })
  }

  @Test func aTrustedClockIsNotWaitedForAndAnotherNoLongerThanAsked() async throws {
    await (try watch(isTrusted: true)).waitForTrust(atMost: .seconds(60))
    #expect(time.sleeps == 0)
    let watch = try watch(isTrusted: false)
    let isOver = Mutex(false)
    let waiting = Task {
      await watch.waitForTrust(atMost: .seconds(60))
      isOver.withLock { $0 = true }
    }
    #expect(await time.eventually(every: .seconds(1)) { isOver.withLock { $0 } })
    await waiting.value
  }

  @Test func waitReturnsWhenItsTaskIsCancelled() async throws {
    let watch = try watch(isTrusted: false)
    let waiting = Task { await watch.waitForTrust(atMost: .seconds(3600)) }
    waiting.cancel()
    await waiting.value
  }
}

@Suite struct BookInForceTests {
  @Test func aChangeIsInForceBeforeTheReplyUnlessItIsRefusedOrCannotBeStored() async throws {
    let rig = try await LedgerRig()
    _ = try await rig.set("volume", to: "33")
    #expect(rig.follower.told.map(\.volume) == [33] && rig.inForce.settings.volume == 33)
    await #expect(throws: (any Error).self) { _ = try await rig.set("volume", to: "133") }
    #expect(rig.follower.told.count == 1 && rig.inForce.settings.volume == 33)
    var other = rig.inForce.book
    other.settings.volume = 1
    let new = other
    try await rig.ledger.takeWrites(false)
    await #expect(throws: (any Error).self) { try await rig.ledger.install(new) }
    #expect(rig.follower.told.count == 1 && rig.inForce.settings.volume == 33)
  }

  @Test func settingsThatComeWithARestoreAreToldAsWell() async throws {
    let (other, rig) = (try await LedgerRig(), try await LedgerRig())
    _ = try await other.set("evidence", to: "on")
    try await RestoreTests.restore(RestoreTests.bytes(other), rig)
    #expect(rig.follower.told.map(\.keepsEvidence) == [true] && rig.inForce.settings.keepsEvidence)
    #expect(rig.inForce.book.settings == rig.inForce.settings)
  }
}
