import AlarmClock
import Faces
import Hardware
import Testing

@Suite struct FaceTurnTests {
  private func pages(_ scene: FaceScene, _ content: IdleFace.Content, at moment: Instant = at(7)) -> [String] {
    var pages: [String] = []
    for elapsed in 0..<4 {
      let text = scene.face(of: content, after: Int64(elapsed), at: moment)?.text
      if let text, pages.last != text { pages.append(text) }
    }
    return pages
  }

  static let dates: [(shape: DisplayShape, format: String, pages: [String])] = [
    (Shapes.four, "day-month", ["22.11"]), (Shapes.four, "month-day", ["11.22"]),
    (Shapes.bare, "day-month", [" 22", " 11"]), (Shapes.six, "day-month", [" 22.11"]),
    (Shapes.bare, "month-day", [" 11", " 22"]), (Shapes.six, "month-day", ["11-22"]),
    // Where the time looks like `07.05`, a date must not look like a time.
    (Shapes.letters, "day-month", ["SU22", "NOV"]), (Shapes.letters, "month-day", ["NOV", "SU22"]),
    (Shapes.dotted, "day-month", [" 22", " 11"]), (Shapes.sixWithoutColon, "day-month", ["22-11"]),
    (Shapes.sixWithoutColon, "month-day", ["11-22"]), (Shapes.sixLetters, "day-month", [" SUN", "22-11"]),
    (Shapes.sixLetters, "month-day", [" SUN", "11-22"]), (Shapes.eightLetters, "day-month", ["SUN22-11"]),
    (Shapes.eightLetters, "month-day", ["SUN11-22"]), (Shapes.eight, "day-month", ["  22.11"]),
  ]

  @Test(arguments: dates.indices) func theDateIsWrittenAsItIsSet(index: Int) throws {
    let (shape, format, expected) = Self.dates[index]
    #expect(pages(try scene(shape, [.dateFormat: format]), .date) == expected)
  }

  @Test func noDateLooksLikeATime() throws {
    func isTime(_ text: String) -> Bool {
      let digits = text.filter { $0 != " " && $0 != "." && $0 != ":" }
      let hasMark = text.drop { $0 == " " }.dropFirst(2).first.map { ".:".contains($0) } ?? false
      return digits.count == 4 && digits.allSatisfy(\.isNumber) && hasMark
    }
    for shape in Shapes.all {
      let time = try scene(shape).face(at: at(20)).text
      #expect(isTime(time))
      for format in FaceSettings.DateFormat.allCases {
        for page in pages(try scene(shape, [.dateFormat: format.rawValue]), .date) where isTime(page) {
          #expect(time.contains(":") && !page.contains(":"), "\(page) beside \(time)")
        }
      }
    }
  }

  static let alarms: [(shape: DisplayShape, format: String, due: Instant?, pages: [String])] = [
    (Shapes.four, "24h", at(19, 30), ["AL", "19:30"].map(\.self)), (Shapes.four, "12h", at(19, 30), ["AL", " .7:30"]),
    (Shapes.four, "24h", nil, []), (Shapes.four, "24h", at(31), ["AL", "07:00"]),
    (Shapes.four, "24h", at(31, 0, 1), []), (Shapes.six, "24h", at(19, 30), ["AL19:30"]),
    (Shapes.eight, "24h", at(19, 30), ["AL  19:30"]), (Shapes.letters, "24h", at(19, 30), ["AL", "19.30"]),
  ]

  @Test(arguments: alarms.indices) func theNextAlarmHasATurnWithinADay(index: Int) throws {
    let (shape, format, due, expected) = Self.alarms[index]
    let scene = try scene(shape, [.timeFormat: format]) { $0.nextAlarm = due }
    #expect(pages(scene, .alarm).map { $0.drop { $0 == " " } } == expected.map { $0.drop { $0 == " " } })
  }

  static let labels: [(shape: DisplayShape, label: String, pages: [String])] = [
    (Shapes.four, "Work", ["UUor", "h", "19:30"]), (Shapes.four, "Bus", ["Bus", "19:30"]),
    (Shapes.four, "Feed the hens, all", ["Feed", "the", "hens.", "19:30"]),
    (Shapes.letters, "Work", ["Work", "19.30"]),
    (Shapes.six, "Work", ["UUorh", "AL19:30"]), (Shapes.eightLetters, "Work", ["Work", "AL  19.30"]),
    // A label that looks like a time or cannot be drawn is not shown.
    (Shapes.four, "7:15", ["AL", "19:30"]), (Shapes.four, "仕事", ["AL", "19:30"]),
  ]

  @Test(arguments: labels.indices) func theNextAlarmIsCalledByItsLabel(index: Int) throws {
    let (shape, label, expected) = Self.labels[index]
    let scene = try scene(shape, [.timeFormat: "24h"]) { ($0.nextAlarm, $0.nextLabel) = (at(19, 30), label) }
    #expect(pages(scene, .alarm).map { $0.drop { $0 == " " } } == expected.map { $0.drop { $0 == " " } })
  }

  static let temperatures: [(shape: DisplayShape, unit: String, celsius: Double?, text: String?)] = [
    (Shapes.four, "c", 21.5, "21.5C"), (Shapes.four, "c", 9.96, "10.0C"), (Shapes.four, "c", 0, "0.0C"),
    (Shapes.four, "c", -0.04, "0.0C"), (Shapes.four, "c", -5.25, "-5.3C"), (Shapes.four, "c", -12.4, "-12C"),
    (Shapes.four, "f", 21.5, "70.7F"), (Shapes.four, "f", 38, "100F"), (Shapes.bare, "c", 21.5, " 22C"),
    (Shapes.six, "c", 21.5, "21.5°C"), (Shapes.four, "c", nil, nil), (Shapes.four, "c", .nan, nil),
    (Shapes.four, "c", 1e300, nil), (Shapes.letters, "c", 21.5, "21.5C"),
  ]

  @Test(arguments: temperatures.indices) func theRoomHasItsDegrees(index: Int) throws {
    let (shape, unit, celsius, text) = Self.temperatures[index]
    let scene = try scene(shape, [.temperatureUnit: unit]) { $0.readings.temperature = celsius }
    #expect(scene.face(of: .temperature, after: 0, at: at(7))?.text == text)
  }

  @Test(arguments: [
    (Shapes.four, 45.4, "H 45"), (Shapes.four, 100, "H100"), (Shapes.four, 5, "H  5"), (Shapes.letters, 45, " 45%"),
    (Shapes.four, nil, nil), (Shapes.four, 101, nil),
  ]) func theAirHasItsHumidity(shape: DisplayShape, share: Double?, text: String?) throws {
    let scene = try scene(shape) { $0.readings.humidity = share }
    #expect(scene.face(of: .humidity, after: 0, at: at(7))?.text == text)
  }

  static let zones: [(shape: DisplayShape, names: [String], pages: [[String]])] = [
    (Shapes.four, ["Asia/Tokyo", "Europe/Berlin"], [["TOYO", "16:00"], ["BERL", "08:00"]]),
    (Shapes.letters, ["Asia/Tokyo"], [["TOKY", "16.00"]]), (Shapes.six, ["Asia/Tokyo"], [["TO16:00"]]),
    (Shapes.eightLetters, ["Asia/Tokyo"], [["TOKY16.00"]]),
    // Equal abbreviations get a number.
    (Shapes.six, ["Asia/Tokyo", "America/Toronto"], [["T116:00"], ["T202:00"]]),
  ]

  @Test(arguments: zones.indices) func anotherZoneHasItsMark(index: Int) throws {
    let (shape, names, expected) = Self.zones[index]
    let zones = try names.map { OtherZone(name: $0, rules: try Zones.rules($0)) }
    let scene = try scene(shape) { $0.otherZones = zones }
    #expect(names.map { pages(scene, .zone($0)) } == expected)
  }

  @Test func eachTurnLastsAsItIsSetAndTheTimeBetweenThem() throws {
    let scene = try scene(Shapes.four, [.turns: "date,temperature,alarm", .turnFor: "3s", .timeFor: "5s"]) { scene in
      scene.readings.temperature = 20
      scene.nextAlarm = at(19)
    }
    var spans: [(IdleFace.Content, Int)] = []
    for second in 0..<56 {
      let content = scene.face(at: at(8, 0, second)).content
      if spans.last?.0 == content { spans[spans.count - 1].1 += 1 } else { spans.append((content, 1)) }
    }
    let whole = spans.dropFirst().dropLast()
    #expect(whole.count >= 12)
    for (content, seconds) in whole { #expect(seconds == (content == .time ? 5 : 3)) }
    let order: [IdleFace.Content] = [.time, .date, .temperature, .alarm]
    let first = try #require(order.firstIndex(of: spans[0].0))
    #expect(spans.map(\.0) == spans.indices.map { order[(first + $0) % 4] })
  }

  @Test func aTurnWithoutAValueIsLeftToTheTimeAndMovesNoOther() throws {
    let typed: [SettingKey: String] = [.turns: "temperature,date", .turnFor: "3s", .timeFor: "5s"]
    let with = try scene(Shapes.four, typed) { $0.readings.temperature = 20 }
    let without = try scene(Shapes.four, typed)
    for second in 0..<60 {
      let (full, bare) = (with.face(at: at(8, 0, second)).content, without.face(at: at(8, 0, second)).content)
      #expect(bare == (full == .temperature ? .time : full))
    }
  }

  @Test func theModeOfTheClockHasNoTurns() throws {
    let scene = try scene(Shapes.four, [.turns: "date", .seconds: "on", .display: "clock"])
    #expect(scene.isShown && scene.turns(at: at(8)).isEmpty)
    for mode in ["message", "off"] { #expect(try !FacesTests.scene(Shapes.four, [.display: mode]).isShown) }
  }

  @Test func secondsHaveATurnWhereTheyHaveNoRoom() throws {
    let four = try scene(Shapes.four, [.seconds: "on", .turnFor: "3s", .timeFor: "2s"])
    let texts = (0..<5).map { four.face(at: at(8, 0, 10 + $0)).text }
    #expect(texts == ["08:00", "08:00", "  :12", "  :13", "  :14"])
    let six = try scene(Shapes.six, [.seconds: "on"])
    #expect(six.turns(at: at(8)).isEmpty)
  }
}
