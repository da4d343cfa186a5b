import AlarmClock
import Control

/// 8. An undo makes one alarm, or the pause, what it was before the last change that people made, unless it has become
///    another thing since. An hour after that change, after an undo and after a restart, there is none. It is a change like
///    any other: what could not ring is not saved.
extension Model {
  struct Deed {
    /// nil: it was the pause.
    var number: Int?
    var was: Person?
    var now: Person?
    var pausedBefore: LocalDate?
    var pausedAfter: LocalDate?
    var made: Duration
  }

  /// Remembers what somebody has just done, if it has made a difference.
  mutating func note(since alarmsBefore: [Int: Person], _ pausedBefore: LocalDate?) {
    let number = Set(alarmsBefore.keys).union(alarms.keys).first { !isSame(alarmsBefore[$0], alarms[$0]) }
    guard number != nil || pausedBefore != pausedUntil else { return }
    deed = Deed(
      number: number, was: number.flatMap { alarmsBefore[$0] }, now: number.flatMap { alarms[$0] },
      pausedBefore: pausedBefore, pausedAfter: pausedUntil, made: monotonic)
  }

  /// Returns false for what is refused.
  mutating func undo() -> Bool {
    guard let deed, monotonic - deed.made <= .seconds(3600) else { return false }
    if let number = deed.number {
      guard isSame(alarms[number], deed.now) else { return false }
      guard deed.was.map({ save($0, number) }) ?? change(number, .remove) else { return false }
    } else {
      guard pausedUntil == deed.pausedAfter else { return false }
      pause(until: deed.pausedBefore)
    }
    self.deed = nil
    return true
  }

  /// As people have set it, whatever is armed.
  private func isSame(_ one: Person?, _ other: Person?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.recurrence == other.recurrence && one.isEnabled == other.isEnabled && one.skipped == other.skipped
      && one.catchUp == other.catchUp && one.silenceAfter == other.silenceAfter
  }
}
