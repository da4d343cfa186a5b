import AlarmClock
import Control

@testable import Daemon

/// Rules with dates, days off and single dates, applied as the commands apply them.
extension World {
  /// The daemon does this within a minute.
  func removeSpentAlarms() { ledger.assumeIsolated { StoreCare.removeSpentAlarms($0) } }

  /// Returns whether the change is accepted.
  ///
  /// - Parameter isAnyTime: allows the change even while the alarm is locked.
  func change(
    _ id: String, isAnyTime: Bool = false,
    _ changed: @Sendable (Alarm, AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> Alarm
  ) -> Bool {
    command { _, ledger in
      let alarm = try ledger.reopenedBook().alarm(named: id, at: ledger.time.now, in: ledger.zone)
      if !isAnyTime { try ledger.refuseIfLocked(alarm, "the change") }
      let change = try ledger.change("the alarm", of: .one(id)) { book, moment throws(AlarmBook.Refusal) in
        try book.saving(try changed(alarm, book, moment), at: moment)
      }
      if change.book.alarm(id) != alarm { ledger.events.append(.alarmChanged, alarmID: id) }
      return true
    } != nil
  }

  func changeDays(_ action: Action, _ model: Model) -> Bool {
    let today = today
    switch action {
    case .date(let index, let days, let wish):
      guard let id = id(index, model) else { return false }
      let date = today.adding(days: days)
      return change(id, isAnyTime: wish == .unskip) { alarm, book, moment throws(AlarmBook.Refusal) in
        switch wish {
        case .skip: try book.skipping(alarm, on: [date], at: moment)
        case .move(let time): try book.moving(alarm, on: date, to: time, at: moment)
        case .unskip: try book.unskipping(alarm, on: date, at: moment)
        }
      }
    case .regroup(let index, let group, let ringsOnHolidays):
      guard let id = id(index, model) else { return false }
      return change(id) { alarm, _, _ throws(AlarmBook.Refusal) in
        var changed = alarm
        (changed.days.group, changed.days.ringsOnHolidays) = (group, ringsOnHolidays)
        return changed
      }
    case .namedPause(let name, let span):
      guard let scope = scope(span?.whom, model) else { return false }
      let pause = span.map {
        Pause(name: name, from: today.adding(days: $0.from), until: today.adding(days: $0.until), scope: scope)
      }
      return store(.pause, name) { book, moment throws(AlarmBook.Refusal) in
        if let pause { return try book.saving(pause, at: moment) }
        return try book.removingPause(name, at: moment)
      }
    case .calendar(let name, let wish):
      guard let scope = scope(wish?.whom, model) else { return false }
      let calendar = wish.map { wish in
        HolidayCalendar(
          name: name, scope: scope, days: wish.days.map { HolidayCalendar.Day(today.adding(days: $0), "") })
      }
      return store(.calendar, name) { book, moment throws(AlarmBook.Refusal) in
        if let calendar { return try book.saving(calendar, at: moment) }
        return try book.removingCalendar(name, at: moment)
      }
    default: return false
    }
  }

  private func store(
    _ kind: DaysOffSaved.Kind, _ name: String,
    _ decide: @Sendable (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) -> Bool {
    command { try $0.daysOff.store(kind, name, "the \(kind.rawValue)", in: $1, decide) } != nil
  }

  private func scope(_ whom: Whom?, _ model: Model) -> DaysOff.Scope? {
    switch model.whom(whom) {
    case nil: nil
    case .all: .all
    case .group(let group): .group(group)
    case .alarm(let number): ids[number].map { .alarm(id: $0) }
    }
  }
}

extension Wish {
  func set(_ overrides: inout RingOverrides) {
    overrides.catchUp = .seconds(catchUp * 60)
    overrides.silenceAfter = .seconds(silenceAfter * 60)
    overrides.cancelLock = .seconds(lock * 60)
  }
}
