import AlarmClock
import Hardware
import Testing

@testable import Faces

@Suite struct FaceTimeTests {
  /// `FaceTableTests` has the times with a steady colon.
  static let colons: [(shape: DisplayShape, typed: [SettingKey: String], second: Int, text: String)] = [
    (Shapes.letters, [.colon: "off"], 0, "0705"), (Shapes.four, [.colon: "off"], 0, "0705"),
    (Shapes.four, [.colon: "blink"], 0, "07:05"), (Shapes.four, [.colon: "blink"], 1, "0705"),
    (Shapes.four, [.colon: "blink", .flash: "off"], 1, "07:05"),
  ]

  @Test(arguments: colons.indices) func theColonIsShownAsItIsSet(index: Int) throws {
    let (shape, typed, second, text) = Self.colons[index]
    let face = try scene(shape, typed).face(at: at(7, 5, second))
    #expect(face == IdleFace(content: .time, text: text))
  }

  /// Everything is wrong at once, in the afternoon.
  @Test(arguments: [
    (Shapes.four, "all", "1.2.:0.0."), (Shapes.four, "off", "12:00"), (Shapes.four, "alarm", "12:0.0"),
    (Shapes.four, "miss,pm", "1.2:00."), (Shapes.four, "power", "12.:00"), (Shapes.bare, "all", "12:00"),
    // The dot that serves as the colon is no mark; power uses another one if there is one.
    (Shapes.letters, "power", "12.00"), (Shapes.letters, "all", "1.2.0.0."), (Shapes.dotted, "power", "12.00"),
    (Shapes.sixWithoutColon, "power", "12.00."), (Shapes.sixWithoutColon, "all", "1.2.0.0. . ."),
    (Shapes.eightLetters, "power", "12.00   ."),
    (Shapes.six, "all", "1.2.:0.0 . ."), (Shapes.eight, "all", "1.2.:0.0 .   ."),
    // Letters replace the dot.
    (Shapes.sixLetters, "all", "12.0.0.P.M."),
  ]) func eachMarkHasItsDot(shape: DisplayShape, marks: String, text: String) throws {
    let scene = try scene(shape, [.timeFormat: "12h", .marks: marks]) { scene in
      scene.nextAlarm = at(13)
      scene.hasMiss = true
      scene.isRight = false
      scene.readings.isPowerLow = true
    }
    #expect(scene.face(at: at(12)) == IdleFace(content: .time, text: text, isBlinking: true))
  }

  @Test func theSecondsOfSixDigitsTakeTheDotOfThePowerWhereItStandsForTheirColon() throws {
    let scene = try scene(Shapes.sixWithoutColon, [.seconds: "on", .marks: "power"]) { $0.readings.isPowerLow = true }
    #expect(scene.face(at: at(12)).text == "12.00.00")
  }

  @Test func noTwoMarksShareADot() {
    for shape in Shapes.all {
      let places = FaceMark.allCases.compactMap(shape.place)
      #expect(Set(places).count == places.count)
      #expect(places.allSatisfy { (1...shape.digits).contains($0) })
    }
  }

  static let alarms: [(due: Instant?, at: Instant, isMarked: Bool)] = [
    (nil, at(7), false), (at(19), at(7), true), (at(19, 0, 1), at(7), false), (at(7, 0, 1), at(7), true),
    // An alarm that is ringing is no longer ahead.
    (at(7), at(7), false),
  ]

  @Test(arguments: alarms.indices) func anAlarmIsMarkedTwelveHoursBefore(index: Int) throws {
    let (due, moment, isMarked) = Self.alarms[index]
    let face = try scene { $0.nextAlarm = due }.face(at: moment)
    #expect(face.text == (isMarked ? "07:0.0" : "07:00"))
  }

  @Test func whereNothingIsToBlinkAWrongTimeHasNoColon() throws {
    let scene = try scene(Shapes.four, [.flash: "off"]) { $0.isRight = false }
    #expect(scene.face(at: at(7)) == IdleFace(content: .time, text: "0700"))
  }

  static let themes: [(theme: String, isDark: Bool, at: Instant, isNight: Bool)] = [
    ("day", true, at(23), false), ("night", false, at(12), true), ("light", true, at(12), true),
    ("light", false, at(12), false), ("22:00-07:00", false, at(21, 59, 59), false),
    ("22:00-07:00", false, at(22), true), ("22:00-07:00", false, at(6, 59, 59), true),
    ("22:00-07:00", false, at(7), false), ("12:00-13:00", false, at(12, 30), true),
  ]

  static let suns: [(theme: String, location: String, isNight: [Bool])] = [
    // In Berlin the sun rises at 6:40 and sets at 15:04 UTC.
    ("sunset-sunrise", "52.52,13.40", [true, true, false, false, true, true]),
    ("sunset+2h-06:00", "52.52,13.40", [true, false, false, false, false, true]),
    ("22:00-sunrise-1h", "52.52,13.40", [true, false, false, false, false, false]),
    // Without a location: six o'clock and six o'clock.
    ("sunset-sunrise", "off", [true, false, false, false, false, true]),
    ("sunset-sunrise", "78.22,15.63", [true, true, true, true, true, true]),
    ("sunset-07:00", "-77.84,166.69", [false, false, false, false, false, false]),
  ]

  @Test(arguments: suns) func theNightGoesByTheSun(theme: String, location: String, isNight: [Bool]) throws {
    let scene = try scene(Shapes.four, [.theme: theme, .location: location])
    #expect([at(3), at(6, 20), at(8), at(14), at(16), at(20)].map(scene.isNight) == isNight)
    // The theme changes on a whole second that was announced.
    var moment = at(0)
    while moment < at(24) {
      let hold = scene.holds(from: moment)
      #expect(scene.isNight(at: moment) == scene.isNight(at: moment + hold - .seconds(1)), "\(moment)")
      #expect(hold > .zero && hold <= .seconds(60) && (moment + hold).nanoseconds % 1_000_000_000 == 0)
      moment += hold
    }
  }

  @Test func theNightHasFormatsOfItsOwn() throws {
    let typed: [SettingKey: String] = [
      .theme: "22:00-07:00", .nightTimeFormat: "12h", .nightLeadingZero: "on", .nightDateFormat: "month-day",
    ]
    let scene = try scene(Shapes.four, typed) { $0.nextAlarm = at(24 + 14) }
    #expect(scene.face(at: at(21)).text == "21:00" && scene.face(at: at(22)).text == "1.0:00")
    #expect(scene.face(of: .date, after: 0, at: at(21))?.text == "22.11")
    #expect(scene.face(of: .date, after: 0, at: at(22))?.text == "11.22")
    #expect(scene.face(of: .alarm, after: 2, at: at(20))?.text == "14:00")
    #expect(scene.face(of: .alarm, after: 2, at: at(25))?.text == "0.2:00")
    let same = try self.same(typed)
    #expect(same.face(at: at(22)).text == "22:00")
    #expect(same.settings.clockText(of: LocalTime(secondsOfDay: 9 * 3600 + 300)) == "09:05")
  }

  private func same(_ typed: [SettingKey: String]) throws -> FaceScene {
    try scene(Shapes.four, typed.mapValues { $0.contains(":") ? $0 : "same" })
  }

  @Test(arguments: themes.indices) func theThemeIsChosenByHandByHoursOrByTheLight(index: Int) throws {
    let (theme, isDark, moment, isNight) = Self.themes[index]
    let scene = try scene(Shapes.four, [.theme: theme, .colon: "steady", .nightColon: "off"]) { $0.isDark = isDark }
    #expect(scene.isNight(at: moment) == isNight)
    #expect(scene.face(at: moment).text.contains(":") == !isNight)
  }

  @Test func byNightWhatIsTheSameFollowsTheDayAndTheMarksAreThoseOfTheNight() throws {
    let same = try scene(Shapes.six, [.theme: "night", .seconds: "on", .turns: "date", .nightTurns: "off"])
    #expect(same.face(at: at(7, 0, 9)).text == "07:00:09")
    #expect(same.turns(at: at(7)).isEmpty)
    let dark = try scene(Shapes.six, [.theme: "night", .seconds: "on", .nightSeconds: "off", .turns: "date"])
    #expect(dark.face(at: at(7)).text == "07:00" && dark.turns(at: at(7)) == [.date])
    let typed: [SettingKey: String] = [.timeFormat: "12h", .theme: "22:00-07:00", .marks: "all", .nightMarks: "miss"]
    let four = try scene(Shapes.four, typed) { $0.hasMiss = true }
    let day = four.face(at: at(21)).text
    let night = four.face(at: at(22)).text
    #expect(day.filter { $0 == "." }.count == 2 && night.filter { $0 == "." }.count == 1)
    let eight = try scene(Shapes.eightLetters, typed)
    #expect(eight.face(at: at(21)).text.contains("PM") && !eight.face(at: at(22)).text.contains("PM"))
  }
}
