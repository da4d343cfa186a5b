import AlarmClock
import Control

/// What people do with pauses and calendars. Runs where the ledger does.
struct DaysOffCommands: Sendable {
  let views: AlarmViews

  /// Takes a step back that was one of days off.
  func undo(_ step: AlarmBook.Step, in ledger: isolated Ledger) throws(ControlError) -> DaysOffSaved? {
    let (kind, name): (DaysOffSaved.Kind, String)
    switch step {
    case .pause(let pause, _, _): (kind, name) = (.pause, pause)
    case .calendar(let calendar, _, _): (kind, name) = (.calendar, calendar)
    case .alarm, .preset, .setting: return nil
    }
    return try store(kind, name, "the undo", asked: "`rouse undo`", in: ledger) {
      book, moment throws(AlarmBook.Refusal) in try book.undoing(step, at: moment)
    }
  }

  /// Stores what is decided of days off, and puts it in force; nothing has happened when this throws.
  func store(
    _ kind: DaysOffSaved.Kind, _ name: String, _ what: String, asked: String? = nil, in ledger: isolated Ledger,
    _ decide: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) throws(ControlError) -> DaysOffSaved {
    let (before, locked) = (views.nextOfEach, views.locked)
    let book = try ledger.change(what, asked: asked, of: .all, decide).book
    let words =
      switch kind {
      case .pause: book.pause(name).map { "from \($0.from) until \($0.until)" }
      case .calendar: book.holidays.calendar(name).map { "\($0.days.count) days" }
      }
    ledger.events.append(.settingsChanged, detail: "\(kind.rawValue) \(name): \(words ?? "removed")")
    let (after, zone) = (views.nextOfEach, ledger.zone)
    let changed = ledger.book.alarms.compactMap { alarm -> DaysOffSaved.Changed? in
      guard before[alarm.id] != after[alarm.id] else { return nil }
      func text(_ next: Occurrence?) -> String? { next.map { RFC3339.format($0.due, in: zone) } }
      return DaysOffSaved.Changed(
        alarmId: alarm.id, label: alarm.label, before: text(before[alarm.id]), next: text(after[alarm.id]))
    }
    return DaysOffSaved(
      kind: kind, name: name, isThere: words != nil, changed: changed, next: views.next,
      notes: views.note(lockedBefore: locked))
  }
}

extension AlarmViews {
  /// What each alarm rings next; none of those that never do.
  fileprivate var nextOfEach: [String: Occurrence] {
    let look = Look(self)
    let all = look.book.alarms.compactMap { alarm in nextHeard(of: alarm, look).map { (alarm.id, $0) } }
    return Dictionary(all) { first, _ in first }
  }
}
