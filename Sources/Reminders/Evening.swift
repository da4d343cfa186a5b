import AlarmClock

/// Times of the reminders before one bedtime.
public struct Evening: Hashable, Sendable {
  public let bedtime: Instant
  private let usual: Instant
  private let ring: Instant?
  private let zone: ZoneRules
  private let settings: ReminderSettings
  /// Median time of day at which reminders of a kind were answered.
  private let answered: [ReminderKind: LocalTime]

  /// Time from most reminders to bedtime, or to the bedtime that gives enough sleep if that is earlier.
  static let lead: Duration = .seconds(2 * 3600)
  /// The same for reminders about going to bed.
  static let lastCall: Duration = .seconds(1800)

  /// - Parameter ring: the due time of the first ring after bedtime, or `nil`.
  public init(
    bedtime: Instant, ring: Instant?, zone: ZoneRules, settings: ReminderSettings, answered: [ReminderKind: LocalTime]
  ) {
    (self.bedtime, self.ring, self.zone, self.settings, self.answered) = (bedtime, ring, zone, settings, answered)
    usual = min(bedtime, ring.map { $0 - settings.sleep } ?? bedtime) - Self.lead
  }

  /// - Parameter answered: the result of `ReminderBook.habits`.
  public init(
    before bedtime: Instant, in book: AlarmBook, zone: ZoneRules, answered: [ReminderKind: LocalTime]
  ) {
    self.init(
      bedtime: bedtime, ring: OccasionFacts.ComingRing.first(after: bedtime, in: book, zone: zone)?.due, zone: zone,
      settings: book.settings.reminders, answered: answered)
  }

  /// Earliest time of a reminder; `nil` if none is wanted.
  public var begin: Instant? { ReminderKind.allCases.compactMap { due($0) }.min() }

  /// Returns the time of day that was chosen for a kind if it is not within `Night.longest` before bedtime: the kind
  /// comes at its usual time instead.
  public func timeOutsideEvening(of kind: ReminderKind) -> LocalTime? {
    guard case .at(let time) = settings.time(of: kind), last(time) == nil else { return nil }
    return time
  }

  /// Returns the time of a reminder; `nil` if the kind is off.
  public func due(_ kind: ReminderKind) -> Instant? {
    switch settings.time(of: kind) {
    case nil: nil
    case .usual: usual(kind)
    case .at(let time): last(time) ?? usual(kind)
    case .automatic: answered[kind].flatMap(last) ?? usual(kind)
    }
  }

  private func usual(_ kind: ReminderKind) -> Instant {
    switch kind {
    case .bedtime: min(bedtime, ring.map { $0 - settings.sleep } ?? bedtime) - Self.lastCall
    case .test: bedtime - Self.lastCall
    case .tomorrow, .readiness, .calendar, .card, .finding, .milestone: usual
    }
  }

  /// Returns the last moment before bedtime with this time of day; `nil` if it is more than `Night.longest` earlier.
  private func last(_ time: LocalTime) -> Instant? {
    let day = zone.local(bedtime).date
    let moments = [day, day.adding(days: -1)].map { zone.resolve(LocalDateTime(date: $0, time: time)).instant }
    return moments.first { $0 < bedtime && bedtime - $0 <= Night.longest }
  }
}
