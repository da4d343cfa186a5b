import Testing

@testable import Calendars

@Suite struct TextTests {
  @Test(arguments: ["\n", "\r\n", "\r\r\n", "\r"])
  func linesEndInAnyOfTheUsualWays(newline: String) throws {
    let text = "\u{FEFF}" + Reading.calendar("DTSTART;VALUE=DATE:20261224").replacing("\n", with: newline)
    #expect(try Reading.read(text).dates == ["2026-12-24"])
  }

  @Test func foldedLinesAreJoinedAlsoInTheMiddleOfALetter() throws {
    let text = Reading.calendar("DTSTART;VALUE=DATE:20261224").replacing("SUMMARY:Day off", with: "SUMMARY:Fête 🎄")
    let bytes = Array(text.utf8)
    for place in 1..<bytes.count where bytes[place - 1] != 0x0A && bytes[place] != 0x0A {
      for fold in ["\n ", "\r\n\t"] {
        let calendar = try Reading.read(Array(bytes[..<place]) + Array(fold.utf8) + Array(bytes[place...]))
        #expect(calendar.days.map(\.name) == ["Fête 🎄"], "at \(place)")
        #expect(calendar.told == [], "at \(place)")
      }
    }
  }

  @Test(arguments: [
    ("SUMMARY:a\\, b\\; c\\\\ d\\n\\Ne", "a, b; c\\ d e"), ("SUMMARY;LANGUAGE=de;ALTREP=\"http://a:b;c\":x: y", "x: y"),
    ("summary: \u{202E}x\u{07}\u{1B}[2J y ", "?x??[2J y"), ("SUMMARY:", "Holiday"), ("SUMMARY:\\", "Holiday"),
    ("DESCRIPTION:no name", "Holiday"),
    ("SUMMARY:a" + String(repeating: "🎄", count: 3000), "a" + String(repeating: "🎄", count: 99)),
  ])
  func aNameIsOneShortLineForPeople(line: String, name: String) throws {
    let text = Reading.calendar("DTSTART;VALUE=DATE:20261224").replacing("SUMMARY:Day off", with: line)
    #expect(try Reading.read(text).days.map(\.name) == [name])
  }

  @Test func linesThatEndInCRAreCountedAndMayBeFolded() throws {
    let text = Reading.calendar("DTSTART;VALUE=DATE:20261224 x").replacing("Day off", with: "Day\n  off")
    let calendar = try Reading.read(text.replacing("\n", with: "\r"))
    #expect(calendar.days.map(\.name) == ["Day off"])
    #expect(calendar.told == ["line 6: `x` is not a calendar line"])
    var limits = CalendarLimits()
    limits.lines = 100
    for newline in ["\r", "\r\n", "\r\r\n"] {
      let lines = { (count: Int) in "BEGIN:VCALENDAR\(newline)" + String(repeating: "X:y\(newline)", count: count) }
      #expect(try Reading.refusal(lines(99), limits) == nil)
      #expect(try Reading.refusal(lines(100), limits) == .tooManyLines(most: 100))
    }
  }

  /// Indented as in a mail, in a listing, and by nesting.
  @Test(arguments: [
    ("  ", "  ", "  "), ("\t", "\t", "\t"), ("", "  ", "    "), ("", "\t", "\t\t"), ("    ", "      ", "        "),
  ])
  func indentedLinesAreRead(outer: String, inner: String, innermost: String) throws {
    let calendar = try Reading.read(
      """
      \(outer)BEGIN:VCALENDAR
      \(inner)X-WR-CALNAME:Feste
      \(inner)BEGIN:VEVENT
      \(innermost)DTSTART;VALUE=DATE:20261224
      \(innermost)SUMMARY:Hei
      \(innermost) lig-abend
      \(inner)END:VEVENT
      \(outer)END:VCALENDAR
      """)
    #expect(calendar.name == "Feste" && calendar.days.map { "\($0.date) \($0.name)" } == ["2026-12-24 Heilig-abend"])
    #expect(calendar.told == [])
  }

  @Test func whatIsNotUTF8IsReadAsWindows1252AndToldAndUTF16IsRefused() throws {
    #expect(throws: CalendarRefusal.utf16) { try Reading.read([0xFF, 0xFE, 0x42, 0]) }
    let bytes = Array("BEGIN:VCALENDAR\nX-WR-CALNAME:".utf8) + [0x84, 0x46, 0xEA, 0x93]
    let event = Array("\nBEGIN:VEVENT\nDTSTART:20261224\nSUMMARY:".utf8) + [0x93, 0x35, 0x80, 0x94, 0x96, 0x81]
    let calendar = try Reading.read(bytes + event + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8))
    #expect(calendar.name == "„Fê“" && calendar.days.map(\.name) == ["“5€”–?"])
    let text = Reading.calendar("DTSTART;VALUE=DATE:20261224").replacing("SUMMARY:Day off", with: "SUMMARY:F\u{EA}te")
    let told = try Reading.read(text.unicodeScalars.map { UInt8($0.value) })
    #expect(told.days.map(\.name) == ["Fête"])
    #expect(told.told == ["line 5: the event's name is not in UTF-8; it is read as Windows-1252"])
  }

  @Test func onlyTheEventsOwnLinesCount() throws {
    let calendar = try Reading.read(
      """
      BEGIN:VCALENDAR X-WR-CALNAME:Feste\\,alle NAME:other DTSTART:20261101
      BEGIN:VTIMEZONE BEGIN:STANDARD DTSTART:19700101T000000 RRULE:FREQ=YEARLY END:STANDARD END:VTIMEZONE
      BEGIN:VTODO DTSTART:20261102 END:VTODO
      BEGIN:VEVENT DTSTART:20261224
      BEGIN:VALARM DTSTART:20261103 SUMMARY:Alarm BEGIN:VEVENT DTSTART:20261104 END:VEVENT END:VALARM
      SUMMARY:Eve END:VEVENT

      END:VCALENDAR
      """.replacing(" ", with: "\n"))
    #expect(calendar.name == "Feste,alle")
    #expect(calendar.days.map { "\($0.date) \($0.name)" } == ["2026-12-24 Eve"])
    #expect(calendar.told == [])
  }

  @Test func aFileThatWasCutOffIsReadAsFarAsItGoesAndTheSameDayIsThereOnce() throws {
    let whole = Reading.calendar("DTSTART;VALUE=DATE:20261224")
    let calendar = try Reading.read(whole + whole.dropLast(25))
    #expect(calendar.dates == ["2026-12-24"])
    #expect(calendar.told == ["line 10: the file ends before END:VCALENDAR; was it cut off?"])
    let stamped = Reading.calendar("DTSTART;VALUE=DATE:20261224 DTSTAMP:20260101T000000Z")
    #expect(try Reading.read(stamped + stamped).dates == ["2026-12-24"])
  }

  @Test(
    arguments: [
      ("", .noCalendar), ("<!DOCTYPE html>\n<title>404</title>", .noCalendar), ("BEGIN:VCARD\nEND:VCARD", .noCalendar),
      (String(repeating: "\n", count: 101), .tooManyLines(most: 100)),
      ("BEGIN:VCALENDAR\nSUMMARY:\(String(repeating: "x", count: 2000))", .tooLong(mostBytes: 2000)),
      (String(repeating: "BEGIN:VCALENDAR\n", count: 5), .tooDeep(line: 5, most: 4)),
      ("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: 4), .tooManyEvents(most: 3)),
      (Reading.calendar("DTSTART:20260101 RRULE:FREQ=DAILY;COUNT=99"), .tooManyDates(most: 50)),
      (Reading.calendar("DTSTART:20260101 DTEND:20280101"), .tooManySteps(most: 500)),
      (Reading.calendar("DTSTART:00010101 RRULE:FREQ=DAILY;COUNT=1000000"), .tooManySteps(most: 500)),
      (Reading.calendar("DTSTART:20260101 RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;INTERVAL=1"), nil),
    ] as [(String, CalendarRefusal?)])
  func whatIsOutOfBoundsIsRefusedAsAWhole(text: String, refusal: CalendarRefusal?) throws {
    var limits = CalendarLimits()
    (limits.bytes, limits.lines, limits.events, limits.dates) = (2000, 100, 3, 50)
    (limits.depth, limits.steps) = (4, 500)
    #expect(try Reading.refusal(text, limits) == refusal)
    if let refusal { #expect(!refusal.reason.isEmpty && !refusal.remedy.isEmpty) }
  }

  @Test func notesAreKeptInBounds() throws {
    let calendar = try Reading.event("DTSTART:20261224 " + String(repeating: "x ", count: 60))
    #expect(calendar.notes.count == 50 && calendar.furtherNotes == 10)
  }
}
