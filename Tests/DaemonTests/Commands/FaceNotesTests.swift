import Hardware
import Machine
import Testing

@testable import AlarmClock
@testable import Daemon

struct FaceNotesTests {
  typealias Change = @Sendable (inout Settings) -> Void

  static let silent: [(key: SettingKey, change: Change)] = [
    (.brightness, { $0.dimming = .automatic }), (.brightness, { $0.dimming = .fixed(3) }),
    (.theme, { $0.face.theme = .light }), (.theme, { $0.face.theme = .night }),
    (.theme, { ($0.face.theme, $0.location) = (.sun(from: .sunset(.zero), to: .sunrise(.zero)), Location("1,2")) }),
    (.turns, { $0.face.turns = [.date] }),
    (.turns, { $0.face.turns = [.temperature] }), (.nightColon, { $0.face.theme = .night }),
    (.zones, { ($0.face.zones, $0.face.turns) = (["Asia/Tokyo"], [.zones]) }), (.zones, { $0.face.zones = [] }),
    (.brightnessSchedule, { $0.dimming = .schedule }), (.lightLevels, { $0.nightDimming = .automatic }),
    (.flash, { _ in }),
  ]

  @Test(arguments: silent) func nothingIsSaidOfWhatIsSeen(key: SettingKey, change: Change) {
    var settings = Settings()
    change(&settings)
    let fitting = Fitting(board: "bench", roles: Set(DeviceRole.allCases))
    #expect(FaceNotes(fitting: fitting).notes(on: key, settings).isEmpty)
  }

  static let told: [(key: SettingKey, change: Change, words: String)] = [
    (.brightness, { $0.dimming = .automatic }, "No light sensor is fitted on the board bench"),
    (.nightBrightness, { ($0.nightDimming, $0.face.theme) = (.automatic, .night) }, "No light sensor"),
    (.theme, { $0.face.theme = .light }, "22:00 to 07:00"),
    (.theme, { $0.face.theme = .sun(from: .sunset(.zero), to: .sunrise(.zero)) }, "rouse settings set location"),
    (.nightTimeFormat, { _ in }, "never night"), (.turns, { $0.face.turns = [.humidity] }, "No room sensor"),
    (.turns, { $0.face.turns = [.zones] }, "rouse settings set zones"), (.nightSeconds, { _ in }, "never night"),
    (.zones, { $0.face.zones = ["Asia/Tokyo"] }, "rouse settings set turns zones"),
    (.brightnessSchedule, { _ in }, "rouse settings set brightness schedule"),
    (.lightLevels, { _ in }, "rouse settings set brightness auto"),
  ]

  @Test(arguments: told) func whatIsNotSeenIsSaid(key: SettingKey, change: Change, words: String) {
    var settings = Settings()
    change(&settings)
    let notes = FaceNotes(fitting: Fitting(board: "bench", roles: [.display])).notes(on: key, settings)
    #expect(notes.count == 1 && notes[0].contains(words), "\(notes)")
  }
}

@Suite struct HeardNextTests {
  @Test func followsEachChange() throws {
    let heard = HeardNext()
    let monday = try #require(LocalDate("2026-11-23"))
    var alarms = [
      Alarm(id: "a", recurrence: .weekly(.daily, at: try #require(LocalTime("07:00")))),
      Alarm(id: "b", recurrence: .weekly(Weekdays(.monday), at: try #require(LocalTime("08:00")))),
    ]
    let now = Instant(seconds: 1_795_240_800)
    var zone = ZoneRules.utc
    var book = AlarmBook(alarms: alarms)
    var answers: Set<Instant> = []
    func check(_ what: String) {
      for alarm in book.alarms {
        let armed = book.next(of: alarm, at: AlarmBook.Moment(now: now, zone: zone))
        for _ in 0..<2 {
          let next = heard.next(of: alarm, armed: armed, in: book, zone)
          #expect(next == book.nextHeard(of: alarm, armed: armed, in: zone), "\(what)")
          if let next { answers.insert(next.due) }
        }
      }
    }
    check("no days off")
    for weeks in [2, 5, 1] {
      let days = (-7..<weeks * 7).map { HolidayCalendar.Day(monday.adding(days: $0), "") }
      book.holidays = Holidays([HolidayCalendar(name: "c", days: days)])
      check("\(weeks) weeks")
    }
    book.settings.pausedUntil = monday.adding(days: 20)
    check("a pause")
    alarms[0].recurrence = .weekly(.daily, at: try #require(LocalTime("09:00")))
    book = AlarmBook(alarms: alarms, holidays: book.holidays)
    check("another time")
    zone = try ZoneDatabase.rules(named: "Asia/Tokyo")
    check("another zone")
    // Guards against comparing the same answer again and again.
    #expect(answers.count > 8)
  }
}
