import AlarmClock
import Control
import Machine
import Synchronization

final class TrustWatch: Sendable {
  private let time: any TimeSource
  private let inForce: BookInForce
  private let last = Mutex(false)
  private let wakeup: Wakeup
  private let trusted = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// Checks an untrusted clock often: chrony, which slews the clock, does not announce when it considers it right.
  private static let patience: Duration = .seconds(5)
  private static let patienceOfTrust: Duration = .seconds(60)

  /// When the last stored ring under a trusted clock was due.
  private let lastRing: Instant?
  private static let released = RFC3339.parse(Release.month) ?? .min
  /// A ring further in the future was itself recorded under a wrong clock.
  private static let farthestRing: Duration = .seconds(366 * 86_400)

  init(
    time: any TimeSource, inForce: BookInForce, lastRing: Instant? = nil
  ) throws(SystemError) {
    self.time = time
    self.inForce = inForce
    self.lastRing = lastRing
    wakeup = try Wakeup()
    last.withLock { $0 = isTrusted }
  }

  /// Called after the clock was set, because its source may have declared it right.
  func lookAgain() { wakeup.signal() }

  /// Trusts a battery unless the time is before a moment that has passed: a chip without power often restarts in 2000.
  var current: ClockTrust {
    var trust = time.trust
    guard inForce.settings.clockSource == .battery else { return trust }
    trust.restsOnBattery = true
    guard !trust.isTrusted else { return trust }
    let now = time.now
    guard now >= Self.released else { return Self.doubt(now, "this version of Rouse is from", Self.released) }
    if let lastRing, now < lastRing, lastRing - now < Self.farthestRing {
      return Self.doubt(now, "an alarm was due on", lastRing)
    }
    return ClockTrust(isTrusted: true, why: "a battery keeps the clock (`clock-source`)", restsOnBattery: true)
  }

  private static func doubt(_ now: Instant, _ what: String, _ moment: Instant) -> ClockTrust {
    func date(_ moment: Instant) -> String { "\(ZoneRules.utc.local(moment).date)" }
    return ClockTrust(
      isTrusted: false,
      why: "the clock says \(date(now)), but \(what) \(date(moment)): the battery of the clock chip may be empty",
      restsOnBattery: true)
  }

  var isTrusted: Bool { current.isTrusted }

  /// Reports each change on its own thread. A sleeping task would wake several threads; this one wakes only itself.
  func start(_ hook: any Hook) throws(SystemError) {
    try MachineThread.start("trust") { [self] in
      while true {
        let trust = current
        let isNews = last.withLock { last in
          defer { last = trust.isTrusted }
          return last != trust.isTrusted
        }
        if isNews {
          hook.note(.clock(.trust(trust)))
          if trust.isTrusted { trusted.continuation.yield() }
        }
        // On a mock clock only a command changes the trust, and it signals.
        wakeup.wait(
          timeout: VirtualTime.installed != nil ? nil : last.withLock { $0 } ? Self.patienceOfTrust : Self.patience)
      }
    }
  }

  /// Waits until the clock is trusted, but at most for `limit`. Call it only once.
  func waitForTrust(atMost limit: Duration) async {
    guard !isTrusted else { return }
    await untilOneEnds({ for await _ in self.trusted.stream { return } }, { _ = await self.time.rest(for: limit) })
  }
}
