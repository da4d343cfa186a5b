import AlarmClock

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
  /// Calendars of holidays that have ended or end soon, with their last days.
  public let endingCalendars: [(name: String, end: LocalDate)]
  /// The ring that a holiday such as `1st day of Christmas` skips, if nothing else rings within a day after bedtime.
  public let holiday: (ring: ComingRing, title: String)?
  /// Last bedtime test, if there was one.
  public let test: LastTest?

  public struct ComingRing: Hashable, Sendable {
    public let alarmID: String
    public let label: String
    public let due: Instant

    var name: String { label.isEmpty ? "An alarm" : label }

    /// Returns the first ring of the night after bedtime that is neither skipped nor paused, or `nil`.
    public static func first(after bedtime: Instant, in book: AlarmBook, zone: ZoneRules) -> Self? {
      let daysOff = book.daysOff
      return book.alarms.filter(\.isEnabled).compactMap { alarm -> Self? in
        guard let next = alarm.next(after: bedtime, in: zone), next.due - bedtime < Night.longest,
          daysOff.reason(for: next.key, of: alarm) == nil
        else { return nil }
        return Self(alarmID: alarm.id, label: alarm.label, due: next.due)
      }.min { $0.due < $1.due }
    }
  }

  /// The time of a test, and what could make an alarm fail, the worst first.
  public typealias LastTest = (time: Instant, problems: [String])

  public init(
    past: PastOccasions, book: AlarmBook, bedtime: Instant, test: LastTest?, now: Instant, zone: ZoneRules
  ) {
    self.past = past
    (self.now, self.zone) = (now, zone)
    self.bedtime = bedtime
    self.test = test
    settings = book.settings
    let daysOff = book.daysOff
    let tomorrow = book.alarms.filter(\.isEnabled).compactMap { alarm -> (ring: ComingRing, reason: DaysOff.Reason?)? in
      guard let next = alarm.next(after: bedtime, in: zone), next.due - bedtime < .seconds(86_400) else { return nil }
      let ring = ComingRing(alarmID: alarm.id, label: alarm.label, due: next.due)
      return (ring: ring, reason: daysOff.reason(for: next.key, of: alarm))
    }
    isTomorrowSet = !tomorrow.isEmpty
    let holidays = tomorrow.compactMap { ring, reason -> (ring: ComingRing, title: String)? in
      guard case .holiday? = reason, let title = reason?.words else { return nil }
      return (ring: ring, title: title)
    }
    holiday = tomorrow.contains { $0.reason == nil } ? nil : holidays.min { $0.ring.due < $1.ring.due }
    ring = ComingRing.first(after: bedtime, in: book, zone: zone)
    let today = zone.local(now).date
    endingCalendars = book.holidays.calendars.compactMap { calendar in
      calendar.ending(by: today).map { (name: calendar.name, end: $0) }
    }
  }

  func weekday(_ moment: Instant) -> String { zone.local(moment).date.weekday.name }
  func text(_ moment: Instant) -> String { zone.local(moment).time.text(settings.timeFormat) }
}
