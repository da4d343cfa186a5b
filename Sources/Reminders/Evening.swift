import AlarmClock

/// Times of the reminders before one bedtime.
public struct Evening: Hashable, Sendable {
  public let bedtime: Instant
  /// The bedtime, or the one that gives enough sleep if that is earlier.
  private let goal: Instant
  private let zone: ZoneRules
  private let settings: ReminderSettings
  /// Median time of day at which reminders of a kind were answered.
  private let answered: [ReminderKind: LocalTime]

  /// Time from most reminders to `goal`.
  static let lead: Duration = .seconds(2 * 3600)
  /// The same for reminders about going to bed.
  static let lastCall: Duration = .seconds(1800)

  /// - Parameter ring: the due time of the first ring after bedtime, or `nil`.
  public init(
    bedtime: Instant, ring: Instant?, zone: ZoneRules, settings: ReminderSettings, answered: [ReminderKind: LocalTime]
  ) {
    (self.bedtime, self.zone, self.settings, self.answered) = (bedtime, zone, settings, answered)
    goal = min(bedtime, ring.map { $0 - settings.sleep } ?? bedtime)
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

  /// Returns a kind's time if it is not within `Night.longest` before bedtime; the usual time then replaces it.
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
    case .bedtime: goal - Self.lastCall
    case .test: bedtime - Self.lastCall
    case .tomorrow, .readiness, .calendar, .card, .finding, .milestone: goal - Self.lead
    }
  }

  /// Returns the last moment before bedtime with this time of day; `nil` if it is more than `Night.longest` earlier.
  private func last(_ time: LocalTime) -> Instant? {
    let day = zone.local(bedtime).date
    let moments = [day, day.adding(days: -1)].map { zone.resolve(LocalDateTime(date: $0, time: time)).instant }
    return moments.first { $0 < bedtime && bedtime - $0 <= Night.longest }
  }
}

/// The bedtimes around a moment, from the chosen time of day.
public struct Night: Hashable, Sendable {
  /// The latest bedtime up to the moment.
  public let last: Instant
  /// The next bedtime after the moment.
  public let coming: Instant

  /// A ring that ends a night comes within this time after bedtime.
  public static let longest: Duration = .seconds(16 * 3600)
  /// Without a ring, people are assumed to sleep this long.
  static let usual: Duration = .seconds(10 * 3600)

  public init(bedtime: LocalTime, at now: Instant, in zone: ZoneRules) {
    let today = zone.local(now).date
    let moments = (-2...2).map { days in
      zone.resolve(LocalDateTime(date: today.adding(days: days), time: bedtime)).instant
    }
    last = moments.last { $0 <= now } ?? .min
    coming = moments.first { $0 > now } ?? .max
  }

  /// Whether people may be asleep: from bedtime until a card has ended the last ring of the night. They sleep on after
  /// an earlier ring, such as one for a pill.
  /// `lastRing` is when a card last ended a ring, if known; `nextRing` is when the next one is due, if set.
  public func isAsleep(at now: Instant, lastRing: Instant?, nextRing: Instant?) -> Bool {
    if let nextRing, nextRing - last < Self.longest { return true }
    if let lastRing, lastRing > last, lastRing <= now { return false }
    return now < last + Self.usual
  }
}
