import Control

@testable import AlarmClock
@testable import Daemon

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
      alarm.days = AlarmDays(
        group: person.group, ringsOnHolidays: person.ringsOnHolidays,
        exceptions: person.wanted.mapValues { wanted in
          switch wanted {
          case .skip: .skips
          case .move(let time): .moves(to: time)
          case .ring: .rings
          }
        })
      Wish(
        when: .delay(minutes: 1), catchUp: person.catchUp, silenceAfter: person.silenceAfter, lock: person.lock
      ).set(&alarm.overrides)
      return alarm
    }
    func scope(_ whom: Whom) -> DaysOff.Scope {
      switch whom {
      case .all: .all
      case .group(let group): .group(group)
      case .alarm(let number): .alarm(id: ids[number] ?? "")
      }
    }
    var settings = Settings()
    settings.pausedUntil = theirs.off.pausedUntil
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
      settings: settings)
  }
}
