import AlarmClock
import Testing

@testable import Calendars

@Suite struct WriterTests {
  private static func text(_ events: [WrittenEvent]) -> String {
    CalendarWriter.text(events, name: "Rouse; my, clock", stamp: Instant(seconds: 1_795_000_000))
  }

  @Test func anEventIsWrittenAsRFC5545HasIt() {
    let event = WrittenEvent(
      uid: "k3f9xa-20261130T073000@rouse", start: Instant(seconds: 1_795_933_800), summary: "Work, early; \\o/\nreally",
      detail: "Card: bathroom")
    #expect(
      Self.text([event])
        == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Rouse//Alarm clock//EN
        METHOD:PUBLISH
        X-WR-CALNAME:Rouse\\; my\\, clock
        BEGIN:VEVENT
        UID:k3f9xa-20261130T073000@rouse
        DTSTAMP:20261118T110640Z
        DTSTART:20261129T063000Z
        SUMMARY:Work\\, early\\; \\\\o/\\nreally
        DESCRIPTION:Card: bathroom
        TRANSP:TRANSPARENT
        END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n"))
  }

  @Test func longLinesAreFoldedBetweenLetters() throws {
    let summary = String(repeating: "Aufstehen 🛏 ", count: 20)
    let text = Self.text([WrittenEvent(uid: "a", start: Instant(seconds: 0), summary: summary)])
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) { #expect(line.count <= 76) }
    for line in text.split(separator: "\r\n") { #expect(!line.hasPrefix(" \u{FE0F}")) }
    let unfolded = text.replacing("\r\n ", with: "")
    #expect(unfolded.contains("SUMMARY:\(summary)\r\n"))
  }
}
