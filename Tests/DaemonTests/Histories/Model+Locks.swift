import AlarmClock

/// 12. From its lock until its outcome, a ring cannot be taken back, even if earlier rings of its alarm are skipped.
///     Its alarm can be neither changed nor removed, and no date of it can be skipped, moved or moved back. Changes
///     that only make it ring more are allowed. No day off may skip the ring, and while the alarm is a repeating one,
///     the pause without a name cannot change. Undoing a change of the alarm is refused, unless the undo only enables
///     it or removes a skip.
extension Model {
  func isLocked(_ number: Int) -> Bool {
    lockedKey(number) != nil
      || ringing.merging(waiting) { first, _ in first }
        .contains { $0.key.number == number && Self.isLocking($0.value, at: now) }
  }

  /// Returns the alarm's next ring that is not skipped, if it is locked.
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

  /// Returns whether `one` equals `other`, except that it rings where `other` is disabled or skips.
  func onlyRingsMore(_ one: Person, than other: Person) -> Bool {
    var other = other
    if one.isEnabled { other.isEnabled = true }
    if one.skipped == nil { other.skipped = nil }
    other.wanted = other.wanted.filter { $1 != .skip || one.wanted[$0] != nil }
    return isSame(one, other)
  }
}
