/// The times at which an alarm is due.
public enum Recurrence: Hashable, Sendable {
  case once(LocalDateTime)
  case weekly(Weekdays, at: LocalTime)
  /// One moment, regardless of the wall clock: an alarm that was set as a delay.
  case instant(Instant)
  /// A rule that skips weeks, follows months or shifts, or begins or ends on a date.
  case dated(DatedRule)

  public var isOneOff: Bool { rule == nil }

  public var rule: DatedRule? {
    switch self {
    case .once, .instant: nil
    case .weekly(let days, let time): DatedRule(.weeks(days, every: 1, at: time))
    case .dated(let rule): rule
    }
  }

  /// Returns the first occurrence that is due later than `instant` and whose key is not in `excluded`.
  ///
  /// A wall-clock time that the zone skips is due at the first instant after the gap; one that happens twice is due the
  /// first time only. A repeating alarm has no occurrence on a date that the zone skips entirely (2011-12-30 in Apia),
  /// because it would ring together with the next day's. A one-off for such a date is due at the first instant after
  /// it, since ringing on the wrong date is better than not ringing.
  ///
  /// - Parameter moved: Dates on which a repeating alarm is due at another time, one occurrence a date.
  /// - Returns: `nil` if a one-off is past or excluded, no day is set, the rule has ended, or after 2262.
  public func next(
    after instant: Instant, in zone: ZoneRules, excluding excluded: Set<Occurrence.Key> = [],
    moved: [LocalDate: LocalTime] = [:]
  ) -> Occurrence? {
    func occurrence(_ key: Occurrence.Key) -> Occurrence? {
      guard !excluded.contains(key) else { return nil }
      let occurrence = key.resolved(in: zone)
      return occurrence.due > instant ? occurrence : nil
    }
    switch self {
    case .once(let local): return occurrence(.local(local))
    case .instant(let due): return occurrence(.instant(due))
    case .weekly, .dated: break
    }
    guard let rule else { return nil }
    let lastDate = zone.local(.max).date
    // `resolve` never goes back as wall-clock time goes forward, so no earlier date can still be due.
    var earliest = zone.local(instant).date
    while let date = rule.first(onOrAfter: earliest), date <= lastDate, let usual = rule.time(on: date) {
      let local = LocalDateTime(date: date, time: moved.isEmpty ? usual : moved[date] ?? usual)
      if let found = occurrence(.local(local)), found.adjustment != .movedByGap || !zone.skips(date) { return found }
      earliest = date.adding(days: 1)
    }
    return nil
  }

  /// Whether an occurrence of this recurrence, not only the next one, is due later than `instant` in a zone.
  public func isToCome(_ key: Occurrence.Key, after instant: Instant, in zone: ZoneRules) -> Bool {
    let resolved = key.resolved(in: zone)
    guard resolved.due > instant else { return false }
    if !isOneOff, case .local(let local) = key, resolved.adjustment == .movedByGap {
      return !zone.skips(local.date)
    }
    return true
  }

  /// Whether this is the last occurrence, regardless of the clock's time.
  func isLast(_ key: Occurrence.Key) -> Bool {
    guard let rule else { return true }
    guard case .local(let local) = key, let last = rule.last else { return false }
    return local.date >= last
  }
}
