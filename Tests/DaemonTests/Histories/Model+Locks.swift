import AlarmClock

/// 12. From its lock on until its outcome, a ring is not taken back, even if earlier ones of its alarm are skipped. An alarm of
///     such a ring is neither changed nor removed, nor is a date of it skipped or moved, nor moved back: what only makes it
///     ring is welcome. It is not skipped by a day off, and while it is one that repeats, the pause without a name is not
///     changed. An undo of a change of it is refused but for one that only enables it, or forgets a skip.
extension Model {
  func isLocked(_ number: Int) -> Bool {
    lockedKey(number) != nil
      || ringing.merging(waiting) { first, _ in first }
        .contains { $0.key.number == number && Self.isLocking($0.value, at: now) }
  }

  /// The next ring of an alarm, past what is skipped, if it is locked.
  func lockedKey(_ number: Int) -> Occurrence.Key? {
    guard let armed = alarms[number]?.armed, armed.open.lock > .zero else { return nil }
    let later = free(number, after: armed.open.due, through: now + armed.open.lock).compactMap { open(number, $0) }
    return ([armed] + later).first { !$0.open.isSkipped }.flatMap { Self.isLocking($0.open, at: now) ? $0.key : nil }
  }

  private static func isLocking(_ open: Open, at now: Instant) -> Bool {
    open.lock > .zero && !open.isSkipped && open.due - open.lock <= now
  }

  func skipsWhatIsLocked(since before: DaysOff) -> Bool {
    var earlier = self
    earlier.off = before
    if before.pausedUntil != off.pausedUntil {
      return alarms.contains { !$0.value.recurrence.isOneOff && earlier.isLocked($0.key) }
    }
    return alarms.contains { number, alarm in
      earlier.lockedKey(number).map { whyOff(number, alarm, $0) != nil } ?? false
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
