import AlarmClock

/// 8. An undo returns one alarm, pause or calendar to its state before the user's last change, unless it has changed
///    again since. There is nothing to undo an hour after that change, or after an undo, a restart or an import. An
///    undo is a change like any other: an alarm that could not ring is not saved.
extension Model {
  struct Deed {
    /// `nil` for a pause or a calendar.
    var number: Int?
    var was: Person?
    var now: Person?
    var offBefore: DaysOff
    var offAfter: DaysOff
    var made: Duration
  }

  /// Records the last change for `undo`, if it made a difference.
  mutating func note(since alarmsBefore: [Int: Person], _ offBefore: DaysOff) {
    let number = Set(alarmsBefore.keys).union(alarms.keys).first { !isSame(alarmsBefore[$0], alarms[$0]) }
    guard number != nil || offBefore != off else { return }
    deed = Deed(
      number: number, was: number.flatMap { alarmsBefore[$0] }, now: number.flatMap { alarms[$0] },
      offBefore: offBefore, offAfter: off, made: monotonic)
  }

  mutating func undo() -> Bool {
    guard let deed, monotonic - deed.made <= .seconds(3600) else { return false }
    if let number = deed.number {
      guard isSame(alarms[number], deed.now) else { return false }
      if let now = deed.now, isLocked(number) {
        guard let was = deed.was, onlyRingsMore(was, than: now) else { return false }
      }
      if let was = deed.was {
        guard save(was, number) else { return false }
      } else {
        remove(number)
      }
    } else {
      // Only the last change can have changed these.
      guard off == deed.offAfter, use(deed.offBefore) else { return false }
    }
    self.deed = nil
    return true
  }

  /// Returns whether two alarms have the same settings, whatever is armed.
  func isSame(_ one: Person?, _ other: Person?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.recurrence == other.recurrence && one.isEnabled == other.isEnabled && one.skipped == other.skipped
      && one.catchUp == other.catchUp && one.silenceAfter == other.silenceAfter && one.lock == other.lock
      && one.group == other.group && one.ringsOnHolidays == other.ringsOnHolidays && one.wanted == other.wanted
      && one.label == other.label && one.card == other.card
  }
}

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
    other.wanted = other.wanted.filter { $1 != .skips || one.wanted[$0] != nil }
    return isSame(one, other)
  }
}

/// 16. A daemon on a mock clock checks every half hour: it ends occurrences that a zone change passed over a day ago,
///     and removes spent alarms. In-process histories do that after each action.
extension Model {
  struct Looks {
    static let pause: Duration = .seconds(1800)

    var next: Duration
    /// The time of day at which the daemon last stored that it runs.
    var seen: Instant
  }

  /// The monotonic times at which something happens next.
  var moments: [Duration] {
    var moments = alarms.values.compactMap(\.armed).map { monotonic + max(.zero, $0.open.due - now) }
    moments += ringing.values.compactMap { open in open.ring.map { $0.start + open.silenceAfter } }
    moments += answers.map(\.at) + [decision, looks?.next].compactMap(\.self)
    if zoneLeft > .zero { moments.append(monotonic + zoneLeft) }
    return moments
  }

  mutating func beginLooks() {
    guard let looks else { return }
    looked = (looks.seen, monotonic)
    self.looks?.next = monotonic + Looks.pause
    if isTrusted { attend() }
  }

  mutating func attend() {
    guard looks != nil else { return }
    looks?.seen = now
    noteLeap()
  }

  mutating func look() {
    settleZone()
    attend()
    removeSpentAlarms()
    looks?.next = monotonic + Looks.pause
  }
}

/// 15. A one-time alarm is removed a day after its outcome if the clock was trusted at the outcome and for a day since,
///     was not set during that day, the zone has been the same for a day, and nothing rings. It takes two days if the
///     zone had changed within a day before the outcome. An alarm that was changed or came back stays for a day after
///     that. A missed alarm stays, because nobody acknowledges anything here, and so does one that the user disabled.
///     For a week after a trusted clock jumped forward by more than a week, nothing is removed.
extension Model {
  mutating func removeSpentAlarms() {
    guard let trustedSince else { return }
    noteLeap()
    if let leap, now >= leap, now <= leap + Self.week { return }
    guard zoneLeft <= .zero, ringing.isEmpty, now - trustedSince >= Self.day else { return }
    for (number, alarm) in alarms where isSpent(number, alarm) { remove(number) }
  }

  mutating func noteLeap() {
    guard isTrusted else { return }
    if let looked, now - looked.now - (monotonic - looked.monotonic) > Self.week { leap = now }
    looked = (now, monotonic)
  }

  private func isSpent(_ number: Int, _ alarm: Person) -> Bool {
    let hasRung = !(waiting.keys.contains { $0.number == number } || passedOver.keys.contains { $0.number == number })
    guard !alarm.isEnabled, hasRung, let key = alarm.recurrence.onlyKey,
      let outcome = ended[Name(number: number, key: key)]
    else { return false }
    let isChanged = touched[number]?.contains { $0 > now - Self.day && $0 <= now } ?? false
    return outcome.isTrusted && ["dismissed", "skipped"].contains(outcome.word) && !isChanged
      && now - outcome.at >= Self.day * (outcome.isInDoubt ? 2 : 1)
  }

  mutating func touch(since before: [Int: Person]) {
    for (number, alarm) in alarms where !isSame(before[number], alarm) { touched[number, default: []].append(now) }
  }
}
