import AlarmClock
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Calendars

/// Random calendars. `Tests/CalendarsTests/check` writes them and compares their days with those of other programs.
@Suite struct RandomCalendarTests {
  private static let today = LocalDate(year: 2026, month: 11, day: 25)
  private static let folder = variable("ROUSE_CALENDARS")

  @Test func eachIsReadWholeAndWithoutANote() throws {
    let window = CalendarLimits.window(around: try #require(Self.today))
    let count = TestSize.number("ROUSE_CALENDAR_COUNT", usual: 100)
    let seed = Self.variable("ROUSE_CALENDAR_SEED").flatMap { UInt64($0) } ?? 20
    var days = 0
    for number in 0..<count {
      let calendar = RandomCalendar(seed: seed << 32 + UInt64(number))
      let read = try CalendarReader(window: window).read(Array(calendar.text.utf8))
      #expect(read.notes == [], "\(calendar.text)")
      #expect(read.days == read.days.sorted() && Set(read.days).count == read.days.count)
      days += read.days.count
      if let folder = Self.folder {
        let path = "\(folder)/\(number.padded(to: 6))"
        try Data(calendar.text.utf8).write(to: URL(filePath: path + ".ics"))
        let lines = read.days.map { "\($0.date) \($0.name)\n" }.joined()
        try Data(lines.utf8).write(to: URL(filePath: path + ".days"))
      }
    }
    #expect(days > 10 * count)
  }

  /// Writes rings for other programs to read; `Tests/CalendarsTests/check` compares.
  @Test func whatIsWrittenIsTheSameToOthers() throws {
    var random = SeededGenerator(state: 20)
    let names = ["Work", "Früh, sehr; früh \\o/", "🛏 " + String(repeating: "lang ", count: 30), "two\nlines", ""]
    let events = (0..<200).map { number in
      WrittenEvent(
        uid: "alarm\(number)-20261130T073000@rouse",
        start: Instant(seconds: Int64.random(in: 0..<1 << 32, using: &random)),
        summary: names[number % names.count])
    }
    let text = CalendarWriter(name: "Rouse", stamp: Instant(seconds: 1_795_600_000)).text(events)
    #expect(try Reading.read(text).timedEvents == events.count)
    guard let folder = Self.folder else { return }
    try Data(text.utf8).write(to: URL(filePath: folder + "/rings"))
    let expected = events.map { event in
      "\(event.uid)\t\(event.start.seconds)\t\(event.summary.replacing("\n", with: "|"))\n"
    }
    try Data(expected.joined().utf8).write(to: URL(filePath: folder + "/rings.expected"))
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
