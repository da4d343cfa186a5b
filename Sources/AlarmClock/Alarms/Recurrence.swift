/// When an alarm is due.
public enum Recurrence: Hashable, Sendable {
  case once(LocalDateTime)
  /// On every one of these weekdays, at a time of day.
  case weekly(Weekdays, at: LocalTime)
  /// At one moment, whatever the wall clock says then: an alarm that was set as a delay.
  case instant(Instant)
  /// By a rule that leaves out weeks, goes by months or shifts, or begins or ends on a date.
  case dated(DatedRule)

  /// Whether it is due once only.
  public var isOneOff: Bool { rule == nil }

  /// By what it repeats; nil: it is due once only.
  public var rule: DatedRule? {
    switch self {
    case .once, .instant: nil
    case .weekly(let days, let time): DatedRule(.weeks(days, every: 1, at: time))
    case .dated(let rule): rule
    }
  }

  /// Whether nothing comes after this one, however the clock is set.
  func isLast(_ key: Occurrence.Key) -> Bool {
    guard let rule else { return true }
    guard case .local(let local) = key, let last = rule.last else { return false }
    return local.date >= last
  }

  /// The first occurrence that is due later than `instant` and whose key is not in `excluded`.
  ///
  /// A wall-clock time that the zone skips is due at the first instant after the gap; one that happens twice is due
  /// the first time only. A repeating alarm has no occurrence on a date that the zone skips altogether (2011-12-30 in
  /// Apia): it would ring together with the next day's. A one-off set for such a date is due at the first instant
  /// after it, since a ring on a wrong date is better than none.
  ///
  /// - Parameter moved: dates on which a repeating alarm is due at another time than usual. It has one occurrence a date.
  /// - Returns: nil when a one-off is past or excluded, when no day is set, after the end of the rule, and after the last
  ///   instant in 2262.
  public func next(
    after instant: Instant, in zone: ZoneRules, excluding excluded: Set<Occurrence.Key> = [],
    moved: [LocalDate: LocalTime] = [:]
  ) -> Occurrence? {
    switch self {
    case .once(let local):
      return Self.occurrence(local, in: zone, after: instant, excluding: excluded)
    case .instant(let due):
      let key = Occurrence.Key.instant(due)
      guard due > instant, !excluded.contains(key) else { return nil }
      return Occurrence(key: key, due: due, adjustment: .none)
    case .weekly, .dated:
      guard let rule else { return nil }
      return Self.next(by: rule, in: zone, after: instant, excluding: excluded, moved: moved)
    }
  }

  /// Whether an occurrence of this recurrence is due later than `instant` in a zone: also one that is not the next.
  public func isToCome(_ key: Occurrence.Key, after instant: Instant, in zone: ZoneRules) -> Bool {
    let resolved = key.resolved(in: zone)
    guard resolved.instant > instant else { return false }
    if !isOneOff, case .local(let local) = key, resolved.adjustment == .movedByGap {
      return !zone.skips(local.date)
    }
    return true
  }

  private static func next(
    by rule: DatedRule, in zone: ZoneRules, after instant: Instant, excluding excluded: Set<Occurrence.Key>,
    moved: [LocalDate: LocalTime]
  ) -> Occurrence? {
    let lastDate = zone.local(.max).date
    // `resolve` never goes back when the wall-clock time goes forward, so nothing before today can still come.
    var earliest = zone.local(instant).date
    while let date = rule.first(onOrAfter: earliest), date <= lastDate, let usual = rule.time(on: date) {
      let local = LocalDateTime(date: date, time: moved.isEmpty ? usual : moved[date] ?? usual)
      if let found = occurrence(local, in: zone, after: instant, excluding: excluded),
        found.adjustment != .movedByGap || !zone.skips(date)
      {
        return found
      }
      earliest = date.adding(days: 1)
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
