import AlarmClock
import Faces
import Hardware
import TestSupport
import Testing

/// Properties of all faces, for random displays, zones, settings and moments of a year.
@Suite struct FacePropertyTests {
  /// Clock changes in 2026, and ordinary midnights.
  private static let nights = [
    "2026-03-29T00:58:00Z", "2026-10-25T00:58:00Z", "2026-03-08T06:58:00Z", "2026-11-01T05:58:00Z",
    "2026-04-04T14:58:00Z", "2026-10-03T15:28:00Z", "2026-12-31T23:58:30Z", "2026-02-28T23:59:00Z",
  ].compactMap(RFC3339.parse)

  private static func zones() throws -> [ZoneRules] {
    try (-14...14).map { try Zones.fixed(minutes: $0 * 60) }
      + ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"].map(Zones.rules)
  }

  private static func chance(
    _ dice: inout SeededGenerator, _ zones: [ZoneRules], near moment: Instant
  ) throws -> FaceScene {
    func one<Element>(_ all: [Element]) -> Element { all.randomElement(using: &dice) ?? all[0] }
    let turns = FaceTurn.allCases.filter { _ in Bool.random(using: &dice) }.map(\.rawValue).joined(separator: ",")
    let typed: [SettingKey: String] = [
      .timeFormat: one(["12h", "24h"]), .leadingZero: one(["auto", "on", "off"]),
      .seconds: one(["on", "off"]), .colon: one(["steady", "blink", "off"]), .marks: one(["all", "off", "alarm,pm"]),
      .display: one(["normal", "normal", "clock"]), .turns: turns.isEmpty ? "off" : turns,
      .turnFor: one(["2s", "3s", "5s"]), .timeFor: one(["2s", "7s", "20s"]),
      .dateFormat: one(["day-month", "month-day"]),
      .theme: one(["day", "night", "light", "00:00-00:01", "01:30-03:00"]),
      .nightTurns: one(["same", "off"]), .nightSeconds: one(["same", "on"]), .nightColon: one(["same", "blink"]),
      .nightMarks: one(["same", "off", "pm"]),
      .flash: one(["on", "off"]), .temperatureUnit: one(["c", "f"]),
    ]
    let edge = one([12 * 3600, 24 * 3600, 0, 600])
    return try scene(one(Shapes.all), typed) { scene in
      scene.zone = one(zones)
      scene.otherZones = zones.suffix(2).map { OtherZone(name: $0.name, rules: $0) }
      scene.nextAlarm = one([nil, moment + .seconds(edge) + .milliseconds(40_300)])
      scene.hasMiss = Bool.random(using: &dice)
      scene.isRight = one([true, true, false])
      scene.isDark = Bool.random(using: &dice)
      scene.readings = one([
        Readings(), Readings(temperature: 21.46, humidity: 40), Readings(temperature: -12.5, isPowerLow: true),
      ])
    }
  }

  /// Returns the characters that take a digit of their own.
  private static func cells(_ text: String) -> String { text.filter { $0 != ":" && $0 != "." } }

  @Test(arguments: 0..<40) func aFaceHoldsAsLongAsItSaysAndChangesByRuleAlone(seed: Int) throws {
    var dice = SeededGenerator(state: UInt64(seed))
    let zones = try Self.zones()
    for _ in 0..<6 {
      let any = Instant(seconds: 1_767_225_600 + Int64.random(in: 0..<31_536_000, using: &dice))
      let start = Bool.random(using: &dice) ? any : Self.nights.randomElement(using: &dice) ?? any
      let scene = try Self.chance(&dice, zones, near: start)
      var held = (face: scene.face(at: start), until: start + scene.holds(from: start))
      var last = held.face
      var wakeups = 0
      var widths = Set<Int>()
      for second in 1...150 {
        let moment = start + .seconds(second)
        let face = scene.face(at: moment)
        let hold = scene.holds(from: moment)
        try #require(hold > .zero && hold <= .seconds(60), "\(scene) at \(moment)")
        if moment < held.until {
          try #require(face == held.face, "\(scene) changes unforeseen at \(moment)")
        } else {
          held = (face, moment + hold)
          wakeups += 1
        }
        let between = moment + .milliseconds(700)
        #expect(scene.face(at: between) == face && scene.holds(from: between) == hold - .milliseconds(700))
        try Self.checkRule(scene, from: last, to: face, at: moment)
        if face.content == .time, scene.theme(at: moment) == scene.theme(at: start) {
          widths.insert(Self.cells(face.text).count)
        }
        last = face
      }
      #expect(widths.count <= 1, "digits shift: \(scene)")
      #expect(wakeups <= 150)
    }
  }

  private static func checkRule(_ scene: FaceScene, from last: IdleFace, to face: IdleFace, at moment: Instant) throws {
    let cells = cells(face.text)
    #expect(cells.count <= scene.shape.digits, "\(face) is too wide for \(scene.shape)")
    for character in cells {
      #expect(scene.shape.draws(character), "\(character) of \(face)")
    }
    let isNewMinute = scene.zone.local(moment).time.second == 0
    let isNewTheme = scene.isNight(at: moment) != scene.isNight(at: moment - .seconds(1))
    checkTurn(scene, from: last, to: face, at: moment, isNew: isNewMinute || isNewTheme)
    guard face.content == last.content, face.content == .time, !isNewMinute, !isNewTheme else { return }
    let theme = scene.theme(at: moment)
    let hasSeconds = theme.showsSeconds && scene.shape.digits >= 6
    if !hasSeconds { #expect(cells == Self.cells(last.text), "\(last) became \(face)") }
    // An alarm's mark appears and disappears with the alarm.
    let isSteady = theme.colon != .blink && scene.nextAlarm == nil
    if !hasSeconds, isSteady { #expect(face == last) }
  }

  /// A turn begins and ends on its second, and its page changes only once, in the middle.
  private static func checkTurn(
    _ scene: FaceScene, from last: IdleFace, to face: IdleFace, at moment: Instant, isNew: Bool
  ) {
    let turnFor = scene.settings.face.turnFor.components.seconds
    let timeFor = scene.settings.face.timeFor.components.seconds
    let cycle = timeFor + turnFor * Int64(scene.turns(at: moment).count)
    let position = (moment.seconds % cycle + cycle) % cycle
    let elapsed = position < timeFor ? position : (position - timeFor) % turnFor
    // An alarm has its turn within a day before it is due.
    let edges = scene.nextAlarm.map { [$0.seconds, $0.seconds + 1, $0.seconds - 86_400] } ?? []
    guard !isNew, !edges.contains(moment.seconds) else { return }
    if face.content != last.content {
      #expect(elapsed == 0, "\(last) became \(face) in the midst of a turn: \(scene) at \(moment)")
    } else if ![.time, .seconds].contains(face.content), face.text != last.text {
      // A turn may follow itself.
      #expect(elapsed == (turnFor + 1) / 2 || elapsed == 0, "\(last) became \(face): \(scene) at \(moment)")
    }
  }

  @Test func nothingButWhatChangesEachSecondWakesEachSecond() throws {
    var moment = at(7)
    let quiet = try scene(Shapes.four)
    var wakeups = 0
    while moment < at(8) {
      moment += quiet.holds(from: moment)
      wakeups += 1
    }
    #expect(wakeups == 60)
    let typed: [SettingKey: String] = [.turns: "date,alarm", .turnFor: "4s", .timeFor: "22s"]
    let turns = try scene(Shapes.four, typed) { $0.nextAlarm = at(19) }
    (moment, wakeups) = (at(8), 0)
    while moment < at(9) {
      moment += turns.holds(from: moment)
      wakeups += 1
    }
    // 120 cycles of 30 seconds with two turns, one of them with two pages, plus the minutes.
    #expect(wakeups <= 120 * 4 + 60)
  }
}
