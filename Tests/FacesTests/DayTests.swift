import AlarmClock
import Faces
import Glibc
import Hardware
import TestSupport
import Testing

/// The face of a whole day is kept as text in `Days`, so that a diff shows its changes. ROUSE_SCREENS=write updates
/// the files.
struct DayTests {
  static let displays: [(name: String, what: String, shape: DisplayShape)] = [
    ("four-digits", "four digits with a colon", Shapes.four), ("six-digits", "six digits with colons", Shapes.six),
    ("four-letters", "four digits of fourteen segments, without a colon", Shapes.letters),
    ("six-digits-without-colon", "six digits without a colon, as of a TM1637", Shapes.sixWithoutColon),
  ]

  /// Typical settings: several turns by day, few by night, and dark at midnight.
  private static let settings: [SettingKey: String] = [
    .turns: "date,alarm,temperature,zones", .zones: "Asia/Tokyo", .theme: "22:00-07:00", .nightTurns: "off",
    .seconds: "on", .nightSeconds: "off", .brightness: "schedule", .location: "52.52,13.40",
    .brightnessSchedule: "sunrise-30m 12 over 1h, sunset 4 over 45m, 22:00 1, 23:30 off",
  ]

  /// Whole hours, and more where something happens, in Berlin time, an hour ahead of UTC.
  private static let parts: [(title: String, moments: [Instant])] = [
    ("The night: dark", (0...6).map { berlin($0) }),
    (
      "Day begins: turns and seconds, if it were not dark yet",
      [berlin(6, 59, 58)] + (0...2).map { berlin(7, 0, $0) }
    ),
    (
      "Brighter with the sun, half an hour before and after its rise; the mark of the alarm goes at 7:30",
      [7, 8].flatMap { hour in
        [10, 25, 40, 55].map { berlin(hour, $0, 30) }
      }
    ),
    ("The hours of the morning", [9, 10, 11].map { berlin($0) }),
    ("The turns of a minute at noon", (8...20).map { berlin(12, 0, $0 * 2) }),
    ("The hours of the afternoon", [13, 14, 15].map { berlin($0) }),
    ("Dimmer with the sun, from its set", [0, 10, 20, 30, 40, 50].map { berlin(16, $0) } + [berlin(17), berlin(18)]),
    ("Twelve hours before the alarm it has its mark", [berlin(19, 29), berlin(19, 30), berlin(21)]),
    ("Night begins: no turns, no seconds", [berlin(21, 59, 58)] + (0...2).map { berlin(22, 0, $0) } + [berlin(23)]),
    ("Dark", [berlin(23, 29), berlin(23, 30), berlin(24)]),
  ]

  private static func berlin(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Instant {
    at(hour - 1, minute, second)
  }

  @Test(arguments: displays) func aDayLooksAsItDid(name: String, what: String, shape: DisplayShape) throws {
    let berlin = try Zones.rules("Europe/Berlin")
    var scene = try scene(shape, Self.settings) { scene in
      scene.zone = berlin
      scene.readings = Readings(temperature: 21.5)
    }
    scene.otherZones = [OtherZone(name: "Asia/Tokyo", rules: try Zones.rules("Asia/Tokyo"))]
    var dimmer = Dimmer()
    var lines = [
      "A day in Berlin on \(what): 2026-11-22, a Sunday, with an alarm at 7:30 each day.",
      Self.settings.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: "; ") + ".",
    ]
    for (title, moments) in Self.parts {
      lines += ["", title]
      for moment in moments {
        scene.nextAlarm = [Self.berlin(7, 30), Self.berlin(31, 30), Self.berlin(55, 30)].first { $0 > moment }
        let face = scene.face(at: moment)
        let level = dimmer.target(
          for: scene.dimming(at: moment), of: scene.settings,
          at: .init(now: moment, monotonic: moment - at(-2), zone: berlin), readings: scene.readings
        ).level
        let time = berlin.local(moment).time
        let clock = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        let columns = [
          (clock, 10), ("[\(face.text)]", 2 * shape.digits + 2), (level.map { "level \($0)" } ?? "off", 10),
          (scene.isNight(at: moment) ? "night" : "day", 7), (Self.word(face.content), 0),
        ]
        lines.append(columns.map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }.joined())
      }
    }
    let path = String(#filePath.dropLast("DayTests.swift".count)) + "Days/\(name).txt"
    let shown = lines.joined(separator: "\n") + "\n"
    if getenv("ROUSE_SCREENS").map({ String(cString: $0) }) == "write" {
      try Files.write(shown, to: path)
    }
    #expect(shown == Files.text(path), "\(path): where it is meant to be so: ROUSE_SCREENS=write")
  }

  private static func word(_ content: IdleFace.Content) -> String {
    if case .zone(let name) = content { name } else { "\(content)" }
  }
}
