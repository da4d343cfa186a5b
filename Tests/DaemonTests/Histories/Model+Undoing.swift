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
