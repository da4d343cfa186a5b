import TestSupport
import Testing

@testable import AlarmClock
@testable import Storage

/// Timers and presets are stored; an unreadable row does not affect the others.
@Suite struct TimerTests {
  static let deadline = Deadline(
    due: Instant(nanoseconds: 1_795_246_200_000_000_001), sinceBoot: .nanoseconds(123_456_789_012), boot: "a-b-c")

  static let timers: [Timer] = [
    Timer(id: "zzzzzz", length: .seconds(1), phase: .running(until: deadline)),
    Timer(
      id: "aaaaaa", label: "Früh's \"x\" 🍵", length: .seconds(86_400), preset: "tea",
      overrides: ChimeOverrides(
        sound: "birds", volume: 0, vibration: .strong, vibrationPattern: .heartbeat, chimes: false),
      phase: .paused(left: .nanoseconds(1_500_000_001))),
    Timer(
      id: "bbbbbb", label: "tea", length: .seconds(60), overrides: ChimeOverrides(chimes: true),
      phase: .ended(at: Deadline(due: .min, sinceBoot: .seconds(-5), boot: ""))),
  ]

  static let presets: [TimerPreset] = [
    TimerPreset(name: "eggs", length: .seconds(390)),
    TimerPreset(
      name: "tea", length: .seconds(240), overrides: ChimeOverrides(sound: "off", volume: 100, vibration: .off)),
  ]

  @Test(arguments: [
    "phase = 'x'", "length = 0", "length = -1", "length = 9223372036854775807", "volume = 101", "volume = -1",
    "vibration = 'x'", "vibration_pattern = ''", "phase = 'paused', paused_left = -1", "label = 'a' || char(10)",
    "phase = 'paused', paused_left = 9223372036854775807", "due_since_boot = 9223372036854775807",
    "due_since_boot = -9223372036854775808", "boot = hex(zeroblob(450000))", "sound = '../x'", "preset = char(27)",
    "label = hex(zeroblob(450000))",
  ])
  func aRowThatCannotBeReadIsNamedAndTheOthersAreThere(damage: String) throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    for timer in Self.timers { try store.save(timer) }
    try store.database.execute("UPDATE timers SET \(damage) WHERE id = 'bbbbbb'")
    #expect(try store.timers() == Array(Self.timers[..<2]))
    #expect(store.flaws.map(\.key) == ["bbbbbb"])
    #expect(store.flaws.map(\.isPutAside) == [true])
    try store.removeTimer("bbbbbb")
    #expect(store.flaws.isEmpty)
  }
}
