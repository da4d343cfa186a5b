import AlarmClock
import Control

/// 8. An undo makes one alarm, pause or calendar what it was before the last change that people made, unless it has become
///    another thing since. An hour after that change, after an undo, a restart and an import, there is none. It is a change like
///    any other: what could not ring is not saved.
extension Model {
  struct Deed {
    /// nil: it was a pause or a calendar.
    var number: Int?
    var was: Person?
    var now: Person?
    var offBefore: DaysOff
    var offAfter: DaysOff
    var made: Duration
  }

  /// Remembers what somebody has just done, if it has made a difference.
  mutating func note(since alarmsBefore: [Int: Person], _ offBefore: DaysOff) {
    let number = Set(alarmsBefore.keys).union(alarms.keys).first { !isSame(alarmsBefore[$0], alarms[$0]) }
    guard number != nil || offBefore != off else { return }
    deed = Deed(
      number: number, was: number.flatMap { alarmsBefore[$0] }, now: number.flatMap { alarms[$0] },
      offBefore: offBefore, offAfter: off, made: monotonic)
  }

  /// Returns false for what is refused.
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
      // None but the last deed changes any of them.
      guard off == deed.offAfter, use(deed.offBefore) else { return false }
    }
    self.deed = nil
    return true
  }

  /// As people have set it, whatever is armed.
  func isSame(_ one: Person?, _ other: Person?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.recurrence == other.recurrence && one.isEnabled == other.isEnabled && one.skipped == other.skipped
      && one.catchUp == other.catchUp && one.silenceAfter == other.silenceAfter && one.lock == other.lock
      && one.group == other.group && one.ringsOnHolidays == other.ringsOnHolidays && one.wanted == other.wanted
      && one.label == other.label && one.card == other.card
  }
}
