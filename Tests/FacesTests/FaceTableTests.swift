import AlarmClock
import Hardware
import Testing

@testable import Faces

/// The time through a year on every display, in every zone, compared with a second, very simple model.
@Suite struct FaceTableTests {
  /// How a display writes a time: what follows the hour and, with seconds, the minute, and whether letters
  /// or a dot mark the afternoon.
  struct Writing: Sendable {
    var shape: DisplayShape
    var (hour, minute): (String, String)
    var hasSeconds = true
    var letters = 0
    var hasDot = true
  }

  static let writings = [
    Writing(shape: Shapes.four, hour: ":", minute: "", hasSeconds: false),
    Writing(shape: Shapes.letters, hour: ".", minute: "", hasSeconds: false),
    Writing(shape: Shapes.six, hour: ":", minute: ":"),
    Writing(shape: Shapes.bare, hour: ":", minute: "", hasSeconds: false, hasDot: false),
    Writing(shape: Shapes.dotted, hour: ".", minute: "", hasSeconds: false),
    Writing(shape: Shapes.sixWithoutColon, hour: ".", minute: "."),
    Writing(shape: Shapes.eight, hour: ":", minute: "."),
    Writing(shape: Shapes.sixLetters, hour: ".", minute: ".", letters: 6),
    Writing(shape: Shapes.eightLetters, hour: ".", minute: ".", letters: 8),
  ]

  /// The offsets in use, in minutes east of UTC: all whole hours, and those in between.
  static let offsets =
    (-14...14).map { $0 * 60 } + [-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825]

  private static func expected(
    _ secondOfDay: Int, _ writing: Writing, is24: Bool, zero: String, seconds: Bool, pm: Bool
  ) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
    let shown = is24 ? hour : [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11][hour % 12]
    let hasZero = zero == "on" || zero == "auto" && is24
    var digits = Array((hasZero || shown > 9 ? two(shown) : " \(shown)").map(String.init))
    let hasSeconds = seconds && writing.hasSeconds
    let hasLetters = pm && !is24 && writing.letters >= (hasSeconds ? 8 : 6)
    if pm, !is24, hour >= 12, writing.hasDot, !hasLetters { digits[0] += "." }
    return digits.joined() + writing.hour + two(minute) + (hasSeconds ? writing.minute + two(second) : "")
      + (hasLetters ? (hour < 12 ? "AM" : "PM") : "")
  }

  private static func settings(_ writing: Writing) throws -> [(FaceScene, check: @Sendable (Int) -> String)] {
    var all: [(FaceScene, @Sendable (Int) -> String)] = []
    for is24 in [true, false] {
      for zero in ["auto", "on", "off"] {
        for (seconds, pm) in [(false, true), (true, false), (true, true)] {
          let typed: [SettingKey: String] = [
            .timeFormat: is24 ? "24h" : "12h", .leadingZero: zero, .seconds: seconds ? "on" : "off",
            .marks: pm ? "pm" : "off", .display: "clock",
          ]
          let scene = try scene(writing.shape, typed)
          all.append((scene, { expected($0, writing, is24: is24, zero: zero, seconds: seconds, pm: pm) }))
        }
      }
    }
    return all
  }

  /// Seconds of the day around midnight, noon and 13:00.
  static let borders = [0, 1, 43_199, 43_200, 43_201, 46_799, 46_800, 86_399]

  @Test(arguments: writings.indices) func everyOffsetHasItsTimesThroughTheYear(index: Int) throws {
    let settings = try Self.settings(Self.writings[index])
    var checked = 0
    for (number, offset) in Self.offsets.enumerated() {
      let zone = try Zones.fixed(minutes: offset)
      for (place, (scene, expected)) in settings.enumerated() {
        var scene = scene
        scene.zone = zone
        // 24 moments, different for each setting, spread over 2026 and over the day.
        let start = 1_767_225_600
        let moments = (0..<24).map { start + $0 * 1_314_000 + (number * 31 + place) * 4_127 }
        for second in moments + Self.borders.map({ start + $0 - offset * 60 }) {
          let day = ((second + offset * 60) % 86_400 + 86_400) % 86_400
          let face = scene.face(at: Instant(seconds: Int64(second)))
          if face != IdleFace(content: .time, text: expected(day)) {
            Issue.record("[\(face.text)] is not [\(expected(day))], \(offset) minutes east, at \(second)")
          }
          checked += 1
        }
      }
    }
    #expect(checked == 42 * 18 * (24 + Self.borders.count))
  }

  /// Zones with clock changes: their offsets in minutes east of UTC from moments of 2026.
  static let changing: [(zone: String, offsets: [(from: String, minutes: Int)])] = [
    ("Europe/Berlin", [("2026-01-01", 60), ("2026-03-29T01:00:00Z", 120), ("2026-10-25T01:00:00Z", 60)]),
    ("America/New_York", [("2026-01-01", -300), ("2026-03-08T07:00:00Z", -240), ("2026-11-01T06:00:00Z", -300)]),
    ("Australia/Lord_Howe", [("2026-01-01", 660), ("2026-04-04T15:00:00Z", 630), ("2026-10-03T15:30:00Z", 660)]),
    ("Africa/Casablanca", [("2026-01-01", 60), ("2026-02-15T02:00:00Z", 0), ("2026-03-22T02:00:00Z", 60)]),
  ]

  /// Both nights, minute by minute. No face may hold over the change.
  @Test(arguments: changing.indices, writings.indices)
  func theNightsInWhichClocksChangeHaveTheirTimes(index: Int, display: Int) throws {
    let (name, offsets) = Self.changing[index]
    let zone = try Zones.rules(name)
    let changes = offsets.map { (RFC3339.parse($0.from)?.seconds ?? 0, $0.minutes) }
    #expect(changes.dropFirst().allSatisfy { $0.0 > 0 })
    for (place, (scene, expected)) in try Self.settings(Self.writings[display]).enumerated() where place % 5 == 0 {
      var scene = scene
      scene.zone = zone
      for change in changes.dropFirst() {
        for second in stride(from: change.0 - 5_400, to: change.0 + 9_000, by: 20) {
          let minutes = changes.last { $0.0 <= second }?.1 ?? 0
          let day = ((Int(second) + minutes * 60) % 86_400 + 86_400) % 86_400
          let text = scene.face(at: Instant(seconds: second)).text
          if text != expected(day) { Issue.record("[\(text)] is not [\(expected(day))], \(name) at \(second)") }
        }
        let before = Instant(seconds: change.0 - 7)
        #expect(before + scene.holds(from: before) <= Instant(seconds: change.0))
      }
    }
  }

  @Test(arguments: [Shapes.four, Shapes.letters, Shapes.six, Shapes.eight], [true, false])
  func noMessageIsSeenOtherThanByItsFrames(shape: DisplayShape, moves: Bool) {
    let texts = ["tea", "bin day", "bus 7:30, hurry", "Straße, recycling & paper"]
    var queue = MessageQueue(on: shape)
    for text in texts { queue.put(MessageQueueTests.message(text, text)) }
    var (elapsed, seen, last) = (Duration.zero, [(id: String?, text: String?)](), MessageSight?.none)
    while elapsed < .seconds(300) {
      let sight = queue.sight(at: elapsed, MessageQueueTests.reading(elapsed), moves: moves)
      if let last, last.id == sight?.id, last.text == sight?.text {} else { seen.append((sight?.id, sight?.text)) }
      last = sight
      elapsed += .milliseconds(100)
    }
    func frames(_ text: String) -> [(id: String?, text: String?)] {
      let pass = MessagePass(MessageDrawing(text, on: shape).cells, digits: shape.digits, moves: moves)
      return MessagePassTests.frames(pass).map { (text, $0.text) }
    }
    let round = texts.flatMap(frames) + [(nil, nil)]
    let expected = frames(texts[3]) + [(nil, nil)] + (0..<30).flatMap { _ in round }
    for (seen, expected) in zip(seen.dropLast(), expected) {
      #expect(seen.id == expected.id && seen.text == expected.text)
    }
    #expect(seen.count > 2 * texts.count)
  }
}
