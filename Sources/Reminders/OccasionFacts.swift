import AlarmClock

/// Input for finding occasions.
public struct OccasionFacts: Sendable {
  public let past: PastOccasions
  public let now: Instant
  public let zone: ZoneRules
  public let settings: Settings
  public let bedtime: Instant
  /// First ring of the night after it.
  public let ring: ComingRing?
  /// Whether an alarm is set for the day after bedtime. It may be skipped or paused, but someone has thought of it.
  public let isTomorrowSet: Bool
  /// Calendars of holidays that have ended or end soon.
  public let endingCalendars: [EndingCalendar]
  /// The ring that a holiday skips, if nothing else rings within a day after bedtime.
  public let holiday: Holiday?
  /// Last bedtime test, if there was one.
  public let test: LastTest?

  /// A ring after bedtime.
  public struct ComingRing: Hashable, Sendable {
    public let label: String
    public let due: Instant
  }

  public struct EndingCalendar: Hashable, Sendable {
    public let name: String
    /// Last day.
    public let end: LocalDate
  }

  public struct Holiday: Hashable, Sendable {
    public let ring: ComingRing
    public let alarmID: String
    /// Example: `1st day of Christmas`.
    public let title: String
  }

  public struct LastTest: Hashable, Sendable {
    public let time: Instant
    /// What could make an alarm fail, the worst first.
    public let problems: [String]

    public init(time: Instant, problems: [String]) {
      self.time = time
      self.problems = problems
    }
  }

  public init(
    past: PastOccasions, book: AlarmBook, bedtime: Instant, test: LastTest?, now: Instant, zone: ZoneRules
  ) {
    self.past = past
    (self.now, self.zone) = (now, zone)
    self.bedtime = bedtime
    self.test = test
    settings = book.settings
    let coming = book.alarms.filter(\.isEnabled).compactMap { alarm in
      alarm.next(after: bedtime, in: zone).map { (alarm, $0) }
    }
    let tomorrow = coming.filter { $0.1.due - bedtime < .seconds(86_400) }
    isTomorrowSet = !tomorrow.isEmpty
    holiday = Self.holiday(of: tomorrow, book.daysOff)
    ring = ComingRing.first(after: bedtime, in: book, zone: zone)
    let today = zone.local(now).date
    endingCalendars = book.holidays.calendars.compactMap { calendar in
      calendar.ending(by: today).map { EndingCalendar(name: calendar.name, end: $0) }
    }
  }
}

extension OccasionFacts {
  private static func holiday(of rings: [(Alarm, Occurrence)], _ daysOff: DaysOff) -> Holiday? {
    let reasons = rings.map { daysOff.reason(for: $1.key, of: $0) }
    guard !reasons.contains(nil) else { return nil }
    return zip(rings, reasons).compactMap { ring, reason -> Holiday? in
      guard case .holiday? = reason, let title = reason?.words else { return nil }
      return Holiday(
        ring: ComingRing(label: ring.0.label, due: ring.1.due), alarmID: ring.0.id, title: title)
    }.min { $0.ring.due < $1.ring.due }
  }
}

extension OccasionFacts.ComingRing {
  /// Returns the first ring of the night after bedtime that is neither skipped nor paused, or `nil`.
  public static func first(after bedtime: Instant, in book: AlarmBook, zone: ZoneRules) -> Self? {
    let daysOff = book.daysOff
    let rings = book.alarms.filter(\.isEnabled).compactMap { alarm -> Self? in
      let next = alarm.next(after: bedtime, in: zone)
      guard let next, next.due - bedtime < Night.longest,
        daysOff.reason(for: next.key, of: alarm) == nil
      else { return nil }
      return Self(label: alarm.label, due: next.due)
    }
    return rings.min { $0.due < $1.due }
  }
}
