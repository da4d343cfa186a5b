import AlarmClock
import Machine

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
  /// It has come, and a ring was under way.
  private var isPostponed = false

  /// - Parameter lastTest: when the clock was tested last, before it was started.
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

  /// A ring came between: it is due again afterwards.
  mutating func postpone() { isPostponed = bedtime != nil }

  /// After what time to look again.
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
