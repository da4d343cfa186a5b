import AlarmClock
import Testing

@testable import Calendars

/// Calendars whose descriptions sort the days: which of them are days off.
@Suite struct SortingTests {
  private typealias Choice = HolidayCalendar.Choice

  /// Reads a calendar with a day in December per description, and returns the days that count.
  private static func read(_ descriptions: [String], _ choice: Choice = Choice()) throws -> ReadCalendar {
    let events = descriptions.enumerated().map { number, text in
      "BEGIN:VEVENT\nDTSTART;VALUE=DATE:202612\(number + 10)\nSUMMARY:Day \(number)\n"
        + (text.isEmpty ? "" : "DESCRIPTION:\(text)\n") + "END:VEVENT\n"
    }
    return try Reading.read(Array("BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n".utf8), choice: choice)
  }

  private static func counted(_ calendar: ReadCalendar) -> [Int] {
    calendar.days.compactMap { Int($0.date.description.suffix(2)).map { $0 - 10 } }
  }

  @Test(
    arguments: [
      (["Public holiday", "Observance\\nTo hide observances\\, go to Google Calendar Settings > Holidays in US"], [0]),
      (["Public holiday", "Public holiday in California\\, Delaware", "Public holiday (Utah)", "State holiday"], [0]),
      (["Gesetzlicher Feiertag", "Gedenktag", "Gesetzlicher Feiertag in Bayern\\, Hessen"], [0]),
      (["Gedenktag", "Feiertag in: Bayern\\, Hessen", "gesetzlicher feiertag"], [2]),
      (
        [
          "Jour férié", "Fête\\nPour masquer les fêtes\\, accédez aux paramètres Google Agenda", "Jour férié (Moselle)",
        ], [0]
      ),
      (["Día festivo", "Celebración\\nPara ocultar\\, Google Calendar", "Día festivo en Cataluña"], [0]),
      (["祝日", "祭日\\n祭日を非表示にするには、Google カレンダーの [設定]", "祝日(沖縄県)"], [0]), (["공휴일", "기념일"], [0]),
      (["Giorno festivo", "Ricorrenza"], [0]), (["Nationale feestdag", "Gedenkdag"], [0]),
      (["Feriado", "Data comemorativa"], [0]),
      (["Státní svátek", "Významný den"], [0]), (["Święto państwowe", "Obchody"], [0]), (["Helgdag", "Temadag"], [0]),
      (["Государственный праздник", "Памятная дата"], [0]), (["Resmi tatil", "Anma günü"], [0]),
      (["Hari libur nasional", "Perayaan"], [0]), (["عطلة رسمية", "مناسبة"], [0]), (["公共假期", "纪念日"], [0]),
      (["Observance", "Observance"], []), (["Public holiday", "Public holiday"], [0, 1]),
      // Calendars that do not sort by description.
      (["", "", ""], [0, 1, 2]), (["See www.example.com", "See www.example.com"], [0, 1]),
      (
        ["The birth of Christ is remembered on this day, which is a public holiday.", "A day of rest.", "New."],
        [0, 1, 2]
      ),
      (["Bring cake", "Anna is away", "", "Bring cake"], [0, 1, 2, 3]),
    ] as [([String], [Int])])
  func publicHolidaysCountAndTheOthersAreLeftOut(descriptions: [String], days: [Int]) throws {
    let calendar = try Self.read(descriptions)
    #expect(Self.counted(calendar) == days)
    #expect(calendar.undecided == [] && calendar.told == [])
    #expect(calendar.leftOut.reduce(0) { $0 + $1.events } == descriptions.count - days.count)
  }

  @Test(
    arguments: [
      (["Yhteinen", "Muu"], [], ["Yhteinen", "Muu"]),
      (["Foo", "Foo", "Bar", "Foo in Quux\\, Baz"], [], ["Foo", "Bar", "Foo in Quux, Baz"]),
      (["Public holiday", "Observance", "Strange", "Strange"], [0], ["Strange"]),
      (["Public holiday", "Observance", ""], [0], [""]),
      (["Foo", "Bar\\nDu kannst sie in Google Kalender ausblenden"], [], ["Foo"]),
    ] as [([String], [Int], [String])])
  func wordsThatAreNotKnownAreListedAndAlarmsRing(descriptions: [String], days: [Int], words: [String]) throws {
    let calendar = try Self.read(descriptions)
    #expect(Self.counted(calendar) == days && calendar.undecided.map(\.word) == words)
  }

  @Test(
    arguments: [
      (["Observance"], [], [1]), (["observ"], [], [1]), (["Public"], [], [0, 2]), (["Utah"], [], [2]),
      (["\"public holiday\""], [], [0]), (["\"Public holiday\"", "Utah"], [], [0, 2]), (["\"\""], [], [3]),
      ([], ["Day 0"], []),
      (["Public"], ["DAY 2"], [0]), (["nothing"], [], []),
    ] as [([String], [String], [Int])])
  func aChoiceSaysWhatCounts(only: [String], except: [String], days: [Int]) throws {
    let descriptions = ["Public holiday", "Observance\\nTo hide them", "Public holiday in Utah", ""]
    let calendar = try Self.read(descriptions, Choice(only: only, except: except))
    #expect(Self.counted(calendar) == days)
    #expect(only.isEmpty || calendar.undecided == [])
  }

  @Test func aNameThatNoDayHasIsToldAndOthersAreLeftOut() throws {
    let calendar = try Self.read(["", ""], Choice(except: ["day 1", "Day 7"]))
    #expect(Self.counted(calendar) == [0] && calendar.unknownNames == ["Day 7"])
  }

  @Test func whatReplacesADayIsOfTheKindOfItsSeriesAndTheEndIsThatOfTheDaysThatCount() throws {
    let calendar = try Reading.events([
      "UID:a DTSTART:20261201 RRULE:FREQ=DAILY;COUNT=2 DESCRIPTION:Feiertag",
      "UID:a RECURRENCE-ID:20261202 DTSTART:20261204",
    ])
    #expect(calendar.dates == ["2026-12-01", "2026-12-04"] && calendar.undecided == [])
    let ended = try Reading.events([
      "DTSTART:20261201 DESCRIPTION:Feiertag", "DTSTART:20270301 DESCRIPTION:Gedenktag",
    ])
    #expect(ended.end?.description == "2026-12-01" && !ended.goesOn)
  }
}
