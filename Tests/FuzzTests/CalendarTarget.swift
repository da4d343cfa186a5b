import AlarmClock

@testable import Calendars

extension FuzzTarget {
  /// A calendar file, which may come from anywhere.
  static let calendars = FuzzTarget(
    name: "calendars", longest: 4096, seeds: { files.map { Array($0.utf8) } },
    examine: { bytes in
      guard let today = LocalDate(year: 2026, month: 11, day: 25) else { return }
      let window = CalendarLimits.window(around: today)
      var limits = CalendarLimits()
      (limits.steps, limits.dates) = (100_000, 5000)
      let reader = CalendarReader(window: window, zone: .utc, limits: limits)
      let read = try attempt({ $0.remedy.isEmpty ? "" : $0.reason }) { () throws(CalendarRefusal) in
        try reader.read(bytes, choice: choice(bytes))
      }
      guard let calendar = read else { return }
      try promise(calendar.days.count <= limits.dates, "more dates than may be")
      try promise(calendar.notes.count <= limits.notes, "more notes than may be")
      for (day, next) in zip(calendar.days, calendar.days.dropFirst()) {
        try promise(day < next, "\(day.date) is there twice, or in the wrong place")
      }
      for day in calendar.days {
        try promise(window.contains(day.date), "\(day.date) was not asked for")
        let isName = try checkedName(day.name, field: "FILE", mayBeEmpty: false) == day.name
        try promise(isName, "a name that the service does not take")
      }
      for group in calendar.leftOut + calendar.undecided + calendar.counted {
        try promise(group.events > 0 && group.word == group.word.printable(), "no group: \(group)")
      }
      for note in calendar.notes {
        try promise(note.line > 0 && !note.text.isEmpty && note.text == note.text.printable(), "no note: \(note)")
      }
    })
}

private func choice(_ bytes: [UInt8]) -> HolidayCalendar.Choice {
  bytes.count.isMultiple(of: 4) ? .init(only: ["holiday", "\"\""], except: ["Holiday"]) : .init()
}

/// Returns a calendar of parts, in which `|` stands for a new line.
private func calendar(_ parts: String..., newline: String = "\n") -> String {
  parts.joined().replacing("|", with: newline)
}

private let files = [
  calendar(
    "BEGIN:VCALENDAR|X-WR-CALNAME:Feiertage|BEGIN:VTIMEZONE|TZID:Made/Up|BEGIN:STANDARD|DTSTART:19701025T030000|",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10|END:STANDARD|END:VTIMEZONE|BEGIN:VEVENT|UID:a|",
    "DTSTART;VALUE=DATE:20251225|DTEND;VALUE=DATE:20251227|RRULE:FREQ=YEARLY;COUNT=5|",
    "EXDATE;VALUE=DATE:20261225,20271225|RDATE;VALUE=DATE:20260101|SUMMARY;LANGUAGE=\"de\":1. Weih| nachtstag\\, 2.|",
    "BEGIN:VALARM|TRIGGER:-PT1H|END:VALARM|END:VEVENT|BEGIN:VEVENT|UID:a|RECURRENCE-ID;VALUE=DATE:20281225|",
    "DTSTART;VALUE=DATE:20281226|STATUS:CANCELLED|END:VEVENT|END:VCALENDAR|",
    newline: "\r\n"),
  calendar(
    "BEGIN:VCALENDAR|  BEGIN:VEVENT|    DTSTART;TZID=W. Europe Standard Time:20261224T000100|",
    "    DTEND;TZID=W. Europe Standard Time:20261225T235900|    X-MICROSOFT-CDO-ALLDAYEVENT:TRUE|",
    "    RRULE:FREQ=DAILY;UNTIL=20270101T000000Z|    DESCRIPTION:Public holiday|  END:VEVENT|  BEGIN:VEVENT|",
    "    DTSTART:2026-12-24T00:00:00Z|    DURATION:PT24H|    EXDATE:20261224T000000Z|",
    "    DESCRIPTION:Observance\\nTo hide them\\, Google|    SUMMARY:Tax Day|  END:VEVENT|END:VCALENDAR"),
  "BEGIN:VCALENDAR\rBEGIN:VEVENT\rDTSTART:20261224\rDESCRIPTION:Foo\rEND:VEVENT\rEND:VCALENDAR\r",
  calendar(
    "BEGIN:VCALENDAR|BEGIN:VEVENT|DTSTART:20260101|DURATION:P2D|",
    "RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,-1FR;BYSETPOS=1,-1;WKST=SU;UNTIL=20300101T000000Z|END:VEVENT|",
    "BEGIN:VEVENT|DTSTART:20260101|RRULE:FREQ=YEARLY;BYWEEKNO=1,-1,53;BYDAY=SU|RRULE:FREQ=YEARLY;BYYEARDAY=-1,100|",
    "RRULE:FREQ=WEEKLY;BYMONTH=1;BYDAY=TU|RRULE:FREQ=DAILY;INTERVAL=100;BYMONTHDAY=-31|SUMMARY:\u{1F384}|",
    "END:VEVENT|END:VCALENDAR"),
]
