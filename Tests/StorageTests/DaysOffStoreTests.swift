import TestSupport
import Testing

@testable import AlarmClock
@testable import Storage

/// Rules with dates, exceptions, pauses and calendars are stored; if one of them is invalid, its alarm rings.
@Suite struct DaysOffStoreTests {
  private static func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

  @Test(arguments: [
    "weeks 1 2 07:30 2026-11-30 -", "weeks 127 1 07:30:05 - 2027-01-01", "weeks 65 52 00:00 1970-01-04 2262-04-10",
    "months first-mon,last-fri 07:30 - -", "cycle 05:30,05:30,13:30,13:30,-,- 2026-12-01 2027-12-01",
    "weekly 31 07:30", "once 2026-12-24T09:00", "instant 1795246200000000000",
  ])
  func aRecurrenceComesBackAsItWasWritten(_ text: String) throws {
    #expect(try ColumnText.text(ColumnText.recurrence(text)) == text)
  }

  @Test(
    arguments: [
      "weeks 0 1 07:30 - -", "weeks 1 0 07:30 - -", "weeks 1 53 07:30 2026-11-30 -", "weeks 1 2 07:30 - -",
      "weeks 1 2 7:30 2026-11-30 -", "weeks 1 1 07:30 2026-02-30 -", "weeks 1 1 07:30 3000-01-01 -",
      "weeks 1 1 07:30 2026-12-01 2026-12-01", "weeks 1 1 07:30", "months fifth-mon 07:30 - -", "months  07:30 - -",
      "cycle -,- 2026-12-01 -", "cycle 05:30 2026-12-01 -", "cycle 05:30,x 2026-12-01 -", "cycle 05:30,- - -",
    ])
  func whatNoVersionWritesIsNone(_ text: String) {
    #expect(throws: InvalidValue.self) { try ColumnText.recurrence(text) }
  }

  private static func book() throws -> AlarmBook {
    let rule = DatedRule(.cycle([LocalTime("05:30"), nil]), from: try date("2026-12-01"))
    let days = AlarmDays(
      group: "work", ringsOnHolidays: true,
      exceptions: [
        try date("2026-12-24"): .skips, try date("2026-12-26"): .moves(to: try #require(LocalTime("09:00:01"))),
        try date("2026-12-28"): .rings,
      ])
    return AlarmBook(
      alarms: [
        Alarm(id: "aaaaaa", recurrence: .dated(rule), days: days),
        Alarm(id: "000000", label: "Früh's \"x\"; DROP TABLE 🚆", recurrence: .weekly(.daily, at: .midnight)),
      ],
      pauses: [
        Pause(name: "a'b", from: try date("2026-12-01"), until: try date("2026-12-08")),
        Pause(name: "ski", from: try date("2027-02-01"), until: try date("2027-02-08"), scope: .alarm(id: "aaaaaa")),
      ],
      holidays: Holidays([
        HolidayCalendar(
          name: "england", scope: .group("my work"),
          days: [
            HolidayCalendar.Day(try date("2026-12-25"), "Christmas 🎄"), HolidayCalendar.Day(try date("2026-12-26"), ""),
          ], ends: try date("2026-12-25"),
          choice: HolidayCalendar.Choice(only: ["\"Public holiday\"", "Bayern, 'Hessen'"], except: ["Tax Day"])),
        HolidayCalendar(name: "empty", days: []),
      ]))
  }

  @Test func allOfThemComeBack() throws {
    let folder = try TemporaryFolder()
    var book = try Self.book()
    let store = try Store(path: folder.file)
    book.salt = store.salt
    for alarm in book.alarms { try store.save(alarm) }
    try store.write(book.pauses.reversed().map { .savePause($0) })
    try store.write(book.holidays.calendars.map { .saveCalendar($0) })
    #expect(try Store(path: folder.file).book() == book && store.flaws.isEmpty)
    try store.write([.saveCalendar(HolidayCalendar(name: "england", days: [])), .removePause(name: "a'b")])
    let changed = try Store(path: folder.file).book()
    #expect(changed.pauses == [book.pauses[1]] && changed.holidays.count == 0)
    try store.replace(by: book, open: [])
    #expect(try Store(path: folder.file).book() == book)
    try store.write([.removeCalendar(name: "england"), .removeCalendar(name: "empty")])
    #expect(try store.book().holidays == Holidays())
    #expect(try store.amount(of: .holidays).rows == 0 && store.amount(of: .pauses).rows == 2)
  }

  @Test(arguments: [
    ("UPDATE alarms SET exceptions = '2026-12-24' WHERE id = 'aaaaaa'", "alarms", "exceptions", false),
    ("UPDATE alarms SET exceptions = '2026-02-30=skip' WHERE id = 'aaaaaa'", "alarms", "exceptions", false),
    ("UPDATE alarms SET exceptions = '2026-12-24=25:00' WHERE id = 'aaaaaa'", "alarms", "exceptions", false),
    ("UPDATE alarms SET alarm_group = char(27) WHERE id = 'aaaaaa'", "alarms", "group", false),
    ("UPDATE alarms SET alarm_group = hex(zeroblob(99)) WHERE id = 'aaaaaa'", "alarms", "group", false),
    ("UPDATE pauses SET until = 'x' WHERE name = 'ski'", "pauses", "until", true),
    ("UPDATE pauses SET start = '0001-01-01' WHERE name = 'ski'", "pauses", "from", true),
    ("UPDATE pauses SET scope = 'alarm ../x' WHERE name = 'ski'", "pauses", "scope", true),
    ("UPDATE pauses SET name = char(27) WHERE name = 'ski'", "pauses", "name", true),
    ("UPDATE calendars SET scope = '' WHERE name = 'empty'", "calendars", "scope", true),
    ("UPDATE calendars SET ends = '2026-02-30' WHERE name = 'england'", "calendars", "ends", false),
    ("UPDATE calendars SET only_days = char(27) WHERE name = 'england'", "calendars", "choice", false),
    ("UPDATE calendars SET except_days = hex(zeroblob(99)) WHERE name = 'empty'", "calendars", "choice", false),
    ("UPDATE holidays SET date = '2026-02-29' WHERE title = ''", "holidays", "date", true),
    ("UPDATE holidays SET title = char(27) WHERE title = ''", "holidays", "title", false),
  ])
  func whatIsNoGoodIsNamedAndTheRestIsThere(sql: String, place: String, field: String, isPutAside: Bool) throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    try store.replace(by: try Self.book(), open: [])
    try store.database.execute(sql)
    let book = try store.book()
    #expect(book.alarms.count == 2)
    #expect(store.flaws.map { [$0.table.rawValue, $0.field] } == [[place, field]])
    #expect(store.flaws.map(\.isPutAside) == [isPutAside])
    #expect(book.pauses.count == (place == "pauses" ? 1 : 2))
    try store.replace(by: book, open: [])
    #expect(try store.book() == book && store.flaws.isEmpty)
  }
}
