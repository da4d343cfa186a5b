import AlarmClock
import Machine
import Synchronization

/// Runs the bedtime test once a day at the set time, and holds the verdict of the last test.
final class BedtimeRunner: Hook {
  private struct State {
    var verdict: BedtimeVerdict?
    var cardSeen: Instant?
    var isTesting = false
  }

  private let state = Mutex(State())
  private let inForce: BookInForce
  private let time: any TimeSource
  private let nap: Nap

  init(inForce: BookInForce, time: any TimeSource) {
    self.inForce = inForce
    self.time = time
    nap = Nap(time: time)
  }

  var verdict: BedtimeVerdict? { state.withLock { $0.verdict } }

  func use(_ verdict: BedtimeVerdict) { state.withLock { $0.verdict = verdict } }

  func forget() { state.withLock { $0.verdict = nil } }

  var cardSeen: Instant? { state.withLock { $0.cardSeen } }

  func cardWasSeen() { state.withLock { $0.cardSeen = time.now } }

  func note(_ news: EngineNews) {
    switch news {
    case .ended(let ring): if case .dismissed = ring.outcome { cardWasSeen() }
    case .clock: nap.end()
    default: break
    }
  }

  func restore(_ last: BedtimeVerdict) { state.withLock { $0.verdict = $0.verdict ?? last } }

  func beginTest() -> Bool {
    state.withLock { state in
      defer { state.isTesting = true }
      return !state.isTesting
    }
  }

  func endTest() { state.withLock { $0.isTesting = false } }

  /// Runs `test` once a day until the task is canceled. `test` returns `false` if a ring interrupted it.
  func run(zone: () -> ZoneRules, isRinging: () -> Bool, test: () async -> Bool) async {
    var hour = BedtimeHour(bedtime: inForce.settings.bedtime, lastTest: verdict?.time, zone: zone())
    while !Task.isCancelled {
      let setting = inForce.settings.bedtime
      if hour.isDue(at: time.now, in: zone(), bedtime: setting, isRinging: isRinging()), await !test() {
        hour.postpone()
      }
      await nap.sleep(for: hour.wait(after: time.now, in: zone()))
    }
  }

  func settingsChanged() { nap.end() }
}

/// The time at which the clock tests itself: once a day, as set, by the wall clock.
struct BedtimeHour {
  /// After more than this, for example without power, the test is skipped.
  static let longestDelay: Duration = .seconds(6 * 3600)
  /// The wall clock can be set at any moment, so it is read now and then.
  private static let longestWait = VirtualTime.pause(.seconds(60))
  private static let waitForTheRing: Duration = .seconds(5)

  private var bedtime: LocalTime?
  /// The day of the last bedtime. It does not come again after the clock is set back or when an hour repeats.
  private var lastDay: LocalDate?
  private var isPostponed = false

  init(bedtime: LocalTime?, lastTest: Instant?, zone: ZoneRules) {
    self.bedtime = bedtime
    lastDay = lastTest.flatMap { last(at: $0, in: zone)?.day }
  }

  /// Returns whether the test must run now, at most once for an evening. A ring postpones the test to its end.
  mutating func isDue(at now: Instant, in zone: ZoneRules, bedtime: LocalTime?, isRinging: Bool) -> Bool {
    if bedtime != self.bedtime {
      // A time that has already passed means tomorrow.
      self.bedtime = bedtime
      isPostponed = false
      lastDay = last(at: now, in: zone)?.day
    }
    if let last = last(at: now, in: zone), last.day != lastDay, now - last.moment < Self.longestDelay {
      lastDay = last.day
      isPostponed = true
    }
    guard isPostponed, !isRinging else { return false }
    isPostponed = false
    return true
  }

  mutating func postpone() { isPostponed = bedtime != nil }

  func wait(after now: Instant, in zone: ZoneRules) -> Duration {
    if isPostponed { return Self.waitForTheRing }
    guard let bedtime else { return Self.longestWait }
    let today = zone.local(now).date
    let coming = [today, today.adding(days: 1)].map { moment(bedtime, on: $0, in: zone) }.first { $0 > now }
    return min(Self.longestWait, coming.map { $0 - now } ?? Self.longestWait)
  }

  /// Returns the latest bedtime that has passed, of today or yesterday.
  private func last(at now: Instant, in zone: ZoneRules) -> (day: LocalDate, moment: Instant)? {
    guard let bedtime else { return nil }
    let today = zone.local(now).date
    return [today, today.adding(days: -1)].map { (day: $0, moment: moment(bedtime, on: $0, in: zone)) }
      .first { $0.moment <= now }
  }

  private func moment(_ bedtime: LocalTime, on day: LocalDate, in zone: ZoneRules) -> Instant {
    zone.resolve(LocalDateTime(date: day, time: bedtime)).instant
  }
}
