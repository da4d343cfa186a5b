import AlarmClock

/// 12. From its lock on until its outcome, a ring is not taken back. An alarm of such a ring is neither changed nor removed,
///     nor is a date of it skipped or moved, nor moved back: what only makes it ring is welcome. It is not skipped by a day
///     off, and while it is one that repeats, the pause without a name is not changed. An undo of a change of it is refused
///     but for one that only enables it, or forgets a skip.
extension Model {
  func isLocked(_ number: Int) -> Bool {
    let open =
      [alarms[number]?.armed?.open].compactMap(\.self)
      + (ringing.merging(waiting) { first, _ in first }).filter { $0.key.number == number }.values
    return open.contains { Self.isLocking($0, at: now) }
  }

  private static func isLocking(_ open: Open, at now: Instant) -> Bool {
    open.lock > .zero && !open.isSkipped && open.due - open.lock <= now
  }

  func skipsWhatIsLocked(since before: DaysOff) -> Bool {
    if before.pausedUntil != off.pausedUntil {
      return alarms.contains { !$0.value.recurrence.isOneOff && isLocked($0.key) }
    }
    return alarms.contains { number, alarm in
      guard let (key, open) = alarm.armed, Self.isLocking(open, at: now) else { return false }
      return whyOff(number, alarm, key) != nil
    }
  }

  /// Whether one is the other but for rings that the other skips.
  func onlyRingsMore(_ one: Person, than other: Person) -> Bool {
    var other = other
    if one.isEnabled { other.isEnabled = true }
    if one.skipped == nil { other.skipped = nil }
    other.wanted = other.wanted.filter { $1 != .skip || one.wanted[$0] != nil }
    return isSame(one, other)
  }
}
