/// When an alarm is due.
public enum Recurrence: Hashable, Sendable {
  /// On one date, at a time of day.
  case once(LocalDateTime)
  /// On every one of these weekdays, at a time of day.
  case weekly(Weekdays, at: LocalTime)
  /// At one moment, whatever the wall clock says then: an alarm that was set as a delay.
  case instant(Instant)

  /// Whether it is due once only.
  public var isOneOff: Bool {
    switch self {
    case .once, .instant: true
    case .weekly: false
    }
  }

  /// The first occurrence that is due later than `instant` and whose key is not in `excluded`.
  ///
  /// A wall-clock time that the zone skips is due at the first instant after the gap; one that happens twice is due
  /// the first time only. A weekly alarm has no occurrence on a date that the zone skips altogether (2011-12-30 in
  /// Apia): it would ring together with the next day's. A one-off set for such a date is due at the first instant
  /// after it, since a ring on a wrong date is better than none.
  ///
  /// - Returns: nil when a one-off is past or excluded, when no weekday is set, and after the last instant in 2262.
  public func next(
    after instant: Instant, in zone: ZoneRules, excluding excluded: Set<Occurrence.Key> = []
  ) -> Occurrence? {
    switch self {
    case .once(let local):
      return Self.occurrence(local, in: zone, after: instant, excluding: excluded)
    case .instant(let due):
      let key = Occurrence.Key.instant(due)
      guard due > instant, !excluded.contains(key) else { return nil }
      return Occurrence(key: key, due: due, adjustment: .none)
    case .weekly(let weekdays, let time):
      return Self.nextWeekly(weekdays, at: time, in: zone, after: instant, excluding: excluded)
    }
  }

  /// Whether an occurrence of this recurrence is due later than `instant` in a zone: also one that is not the next.
  public func isToCome(_ key: Occurrence.Key, after instant: Instant, in zone: ZoneRules) -> Bool {
    let resolved = key.resolved(in: zone)
    guard resolved.instant > instant else { return false }
    if case .weekly = self, case .local(let local) = key, resolved.adjustment == .movedByGap {
      return !zone.skips(local.date)
    }
    return true
  }

  private static func nextWeekly(
    _ weekdays: Weekdays, at time: LocalTime, in zone: ZoneRules, after instant: Instant,
    excluding excluded: Set<Occurrence.Key>
  ) -> Occurrence? {
    guard !weekdays.isEmpty else { return nil }
    let lastDate = zone.local(.max).date
    // `resolve` never goes back when the wall-clock time goes forward, so nothing before today can still come.
    var date = zone.local(instant).date
    while date <= lastDate {
      if weekdays.contains(date.weekday),
        let found = occurrence(
          LocalDateTime(date: date, time: time), in: zone, after: instant, excluding: excluded),
        found.adjustment != .movedByGap || !zone.skips(date)
      {
        return found
      }
      date = date.adding(days: 1)
    }
    return nil
  }

  private static func occurrence(
    _ local: LocalDateTime, in zone: ZoneRules, after instant: Instant, excluding excluded: Set<Occurrence.Key>
  ) -> Occurrence? {
    let key = Occurrence.Key.local(local)
    guard !excluded.contains(key) else { return nil }
    let resolved = zone.resolve(local)
    guard resolved.instant > instant else { return nil }
    return Occurrence(key: key, due: resolved.instant, adjustment: resolved.adjustment)
  }
}
