import AlarmClock
import Glibc
import TestSupport
import Testing

@testable import Calendars

/// Random calendars. `Tests/CalendarsTests/check` writes them and compares their days with those of other programs.
@Suite struct RandomCalendarTests {
  private static let folder = variable("ROUSE_CALENDARS")

  @Test func eachIsReadWholeAndWithoutANote() throws {
    let count = TestSize.number("ROUSE_CALENDAR_COUNT", usual: 100)
    let seed = Self.variable("ROUSE_CALENDAR_SEED").flatMap { UInt64($0) } ?? 20
    var days = 0
    for number in 0..<count {
      let calendar = RandomCalendar(seed: seed << 32 + UInt64(number))
      let read = try Reading.read(calendar.text)
      #expect(read.notes == [], "\(calendar.text)")
      #expect(read.days == read.days.sorted() && Set(read.days).count == read.days.count)
      days += read.days.count
      if let folder = Self.folder {
        let path = "\(folder)/\(number.padded(to: 6))"
        try Files.write(calendar.text, to: path + ".ics")
        try Files.write(read.days.map { "\($0.date) \($0.name)\n" }.joined(), to: path + ".days")
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
    let text = CalendarWriter.text(events, name: "Rouse", stamp: Instant(seconds: 1_795_600_000))
    #expect(try Reading.read(text).timedEvents == events.count)
    guard let folder = Self.folder else { return }
    try Files.write(text, to: folder + "/rings")
    let expected = events.map { event in
      "\(event.uid)\t\(event.start.seconds)\t\(event.summary.replacing("\n", with: "|"))\n"
    }
    try Files.write(expected.joined(), to: folder + "/rings.expected")
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
