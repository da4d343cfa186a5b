import AlarmClock
import Faces
import FoundationEssentials
import Glibc
import Hardware
import Testing

/// The face of a whole day, kept as text in `Days`, so that a change of it is seen in a diff. ROUSE_SCREENS=write writes it
/// anew.
struct DayTests {
  static let displays: [(name: String, shape: DisplayShape)] = [
    ("four-digits", Shapes.four), ("six-digits", Shapes.six), ("four-letters", Shapes.letters),
  ]

  /// What a household may have set: turns by day, little by night, and dark at midnight.
  private static let settings: [SettingKey: String] = [
    .turns: "date,alarm,temperature,zones", .zones: "Asia/Tokyo", .theme: "22:00-07:00", .nightTurns: "off",
    .seconds: "on", .nightSeconds: "off", .brightness: "schedule", .location: "52.52,13.40",
    .brightnessSchedule: "sunrise-30m 12 over 1h, sunset 4 over 45m, 22:00 1, 23:30 off",
  ]

  /// A minute's turns at noon, and how it looks through the day.
  private static let moments: [Instant] =
    [at(0), at(3), at(6, 14, 30), at(6, 30), at(6, 44, 30), at(7), at(9)] + (9...20).map { at(11, 0, $0 * 2) }
    + [at(15, 30), at(16), at(18, 30), at(21, 59, 56), at(22), at(23, 29), at(23, 30)]

  @Test(arguments: displays.indices) func aDayLooksAsItDid(index: Int) throws {
    let (name, shape) = Self.displays[index]
    let berlin = try Zones.rules("Europe/Berlin")
    var scene = try scene(shape, Self.settings) { scene in
      scene.zone = berlin
      scene.readings = Readings(temperature: 21.5)
    }
    scene.otherZones = [OtherZone(name: "Asia/Tokyo", rules: try Zones.rules("Asia/Tokyo"))]
    var dimmer = Dimmer()
    let lines = Self.moments.map { moment in
      // Rings at seven each day.
      scene.nextAlarm = moment < at(6) ? at(6) : at(30)
      let face = scene.face(at: moment)
      let level = dimmer.target(
        for: scene.dimming(at: moment), of: scene.settings,
        at: .init(now: moment, monotonic: moment - at(0), zone: berlin), readings: scene.readings
      ).level
      let time = berlin.local(moment).time
      let theme = scene.isNight(at: moment) ? "night" : "day"
      return "\(time)  [\(face.text)]  \(level.map { "level \($0)" } ?? "off"), \(theme), \(face.content)"
    }
    let path = String(#filePath.dropLast("DayTests.swift".count)) + "Days/\(name).txt"
    let shown = lines.joined(separator: "\n") + "\n"
    if getenv("ROUSE_SCREENS").map({ String(cString: $0) }) == "write" {
      try Data(shown.utf8).write(to: URL(filePath: path))
    }
    let kept = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    #expect(shown == kept, "\(path): where it is meant to be so: ROUSE_SCREENS=write")
  }
}
