import AlarmClock
import Machine
import Synchronization

/// Knows what the last test before the night has found, and has one made each day at the hour of the setting.
final class BedtimeRunner: SettingsFollower {
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

  func restore(_ last: BedtimeVerdict) { state.withLock { $0.verdict = $0.verdict ?? last } }

  func beginTest() -> Bool {
    state.withLock { state in
      defer { state.isTesting = true }
      return !state.isTesting
    }
  }

  func endTest() { state.withLock { $0.isTesting = false } }

  /// Has the test made once a day, until the task is cancelled.
  ///
  /// - Parameter test: false when a ring came between.
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

  func refresh() { nap.end() }

  func settingsChanged() { refresh() }
}

/// When the clock tests itself: once a day, at the hour of the setting, by the wall clock.
struct BedtimeHour {
  /// Later than this it is no bedtime any more, as after a time without power.
  static let longestDelay: Duration = .seconds(6 * 3600)
  /// The time of day can be set at any moment: so it is looked at now and then.
  private static let longestWait = VirtualTime.pause(.seconds(60))
  private static let waitForTheRing: Duration = .seconds(5)

  private var bedtime: LocalTime?
  /// The day whose bedtime has come: neither a clock that is set back nor a doubled hour brings it again.
  private var lastDay: LocalDate?
  private var isPostponed = false

  init(bedtime: LocalTime?, lastTest: Instant?, zone: ZoneRules) {
    self.bedtime = bedtime
    lastDay = lastTest.flatMap { last(at: $0, in: zone)?.day }
  }

  /// Whether the test is to be made now; each true is for another evening.
  ///
  /// - Parameter isRinging: nothing is tested now; afterwards it is.
  mutating func isDue(at now: Instant, in zone: ZoneRules, bedtime: LocalTime?, isRinging: Bool) -> Bool {
    if bedtime != self.bedtime {
      // An hour that has passed already is meant for tomorrow.
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

  /// The bedtime that has come last, of today or yesterday.
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
