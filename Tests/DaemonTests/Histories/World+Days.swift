import Control

@testable import AlarmClock
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
      guard let scope = model.whom(span?.whom)?.scope(ids) else { return false }
      let pause = span.map {
        Pause(name: name, from: today.adding(days: $0.from), until: today.adding(days: $0.until), scope: scope)
      }
      return store(.pause, name) { book, moment throws(AlarmBook.Refusal) in
        if let pause { return try book.saving(pause, at: moment) }
        return try book.removingPause(name, at: moment)
      }
    case .calendar(let name, let wish):
      guard let scope = model.whom(wish?.whom)?.scope(ids) else { return false }
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
}

extension Whom {
  /// Returns the scope of days off, with the id of an alarm, or `nil` if the alarm has none.
  fileprivate func scope(_ ids: [Int: String]) -> DaysOff.Scope? {
    switch self {
    case .all: .all
    case .group(let group): .group(group)
    case .alarm(let number): ids[number].map { .alarm(id: $0) }
    }
  }
}

/// Compares and imports another clock's copy on the ledger, as the daemon does after it has read the file.
extension World {
  func take(_ other: OtherClock, _ model: Model) -> Bool {
    guard model.hasRoom(for: other) else { return false }
    let book = book(of: model.theirs(other))
    guard take(book, other) != nil else { return false }
    // New ids come in the order of the copies.
    let new = ledger.assumeIsolated { $0.book.alarms }.map(\.id).filter { numbers[$0] == nil }
    for (place, id) in new.enumerated() { know(OtherClock.firstCopy + model.copied + place, id) }
    let before = ledger.assumeIsolated { $0.book }
    if let again = take(book, other), again.added + again.changed > 0 || again.before != nil {
      promises.importedAgain(changing: "\(again.changed), and adds \(again.added)")
    }
    if ledger.assumeIsolated({ $0.book }) != before { promises.importedAgain(changing: "the book") }
    return true
  }

  private func take(_ book: AlarmBook, _ other: OtherClock) -> ImportView? {
    command { [numbers] in try Self.take(book, other, numbers, in: $1) }
  }

  private static func take(
    _ book: AlarmBook, _ other: OtherClock, _ numbers: [String: Int], in ledger: isolated Ledger
  ) throws -> ImportView {
    try Restores.checkThatNothingRings(ledger, for: .inclusion)
    var book = book
    (book.cards, book.salt) = (ledger.book.cards, ledger.book.salt)
    let copy = StrangeCopy(book: book, last: nil, flaws: [], sounds: nil)
    let shown = try Restores.compare(copy, [], cards: false, with: ledger)
    var choices = ImportChoices(all: other.choices[0])
    for difference in shown.books.differences where other.choices.count > 1 {
      var name = difference.name
      if case .alarm(let mine?, _) = difference { name = "alarm \(numbers[mine.id] ?? -1)" }
      choices.each[difference.name] = other.choice(name)
    }
    let plan = Restores.Plan(
      copy: copy, sounds: [],
      wanted: FinishImport(upload: 0, token: shown.token, cards: false, choices: choices, confirmed: true))
    var isDone = false
    return try Restores.include(plan, in: ledger, { _ in }, &isDone)
  }

  private func book(of theirs: Model.Theirs) -> AlarmBook {
    let alarms = theirs.alarms.map { number, person in
      var alarm = Alarm(
        id: ids[number] ?? "", label: person.label, recurrence: person.recurrence, isEnabled: person.isEnabled,
        skippedKey: person.skipped, cards: ["card\(person.card)"])
      alarm.days = AlarmDays(group: person.group, ringsOnHolidays: person.ringsOnHolidays, exceptions: person.wanted)
      alarm.overrides.catchUp = .seconds(person.catchUp * 60)
      alarm.overrides.silenceAfter = .seconds(person.silenceAfter * 60)
      alarm.overrides.cancelLock = .seconds(person.lock * 60)
      return alarm
    }
    func scope(_ whom: Whom) -> DaysOff.Scope { whom.scope(ids) ?? .alarm(id: "") }
    return AlarmBook(
      alarms: alarms,
      pauses: theirs.off.pauses.map { name, pause in
        Pause(name: name, from: pause.from, until: pause.until, scope: scope(pause.whom))
      },
      holidays: Holidays(
        theirs.off.calendars.map { name, calendar in
          HolidayCalendar(
            name: name, scope: scope(calendar.whom), days: calendar.dates.map { HolidayCalendar.Day($0, "") })
        }),
      settings: Settings { $0.pausedUntil = theirs.off.pausedUntil })
  }
}
