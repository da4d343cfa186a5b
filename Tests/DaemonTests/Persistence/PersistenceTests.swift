import AlarmClock
import Synchronization
import TestSupport
import Testing

@testable import Daemon

/// Random commands in any order, with restarts in between: acknowledged changes stay, and refused ones change nothing.
@Suite struct PersistenceTests {
  private static let sequences = TestSize.number("ROUSE_COMMAND_SEQUENCES", usual: 30)
  private static let commands = 80

  @Test func everySettingIsTyped() { #expect(Set(Typist.values.keys) == Set(SettingKey.allCases)) }

  @Test(.takesLong, arguments: 0..<sequences)
  func whatWasAcknowledgedIsThereAfterEveryRestart(seed: Int) async throws {
    var typist = Typist(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    let time = ManualTime(morning)
    var rig: LedgerRig? = try await LedgerRig(folder, enrolling: "bath", time: time)
    var (accepted, refused, restarts) = (0, 0, 0)
    for _ in 0..<Self.commands {
      let seconds = typist.dice.number(0...40)
      time.advance(by: .seconds(seconds))
      typist.known.pass(seconds)
      if let rig {
        rig.timers.step()
        let before = typist.known
        let (command, isGood) = try await typist.type(on: rig)
        if isGood { accepted += 1 } else { refused += 1 }
        if !isGood { #expect(typist.known == before, "the model is wrong: \(command)") }
        try #require(await Known(rig) == typist.known, "\(command)")
      }
      guard typist.dice.isLucky(oneIn: 6) else { continue }
      restarts += 1
      rig = nil
      typist.undoable = nil
      let again = try await LedgerRig.reopened(folder, time: time)
      again.timers.step()
      try #require(await Known(again) == typist.known, "after restart \(restarts)")
      rig = again
    }
    #expect(accepted > 20 && refused > 10 && restarts > 3)
    let sums = Self.sums.withLock { sums in
      sums &+= SIMD4(1, accepted, refused, restarts)
      return sums
    }
    if sums[0] == Self.sequences {
      print("\(sums[1] + sums[2]) commands, \(sums[2]) of them refused, \(sums[3]) restarts")
    }
  }

  /// The numbers of sequences, of accepted and refused commands, and of restarts so far.
  private static let sums = Mutex(SIMD4<Int>.zero)
}

/// Everything that people have set on a clock, as text.
struct Known: Hashable {
  /// An alarm, a preset or a timer.
  struct Item: Hashable {
    var label: String
    /// An alarm's rule, or the length of a preset or timer.
    var what: String
    var values: [SettingKey: String] = [:]
    /// Whether an alarm is enabled, or a timer is running.
    var isOn = true
    /// The remaining seconds of a timer.
    var left = 0
  }

  var settings: [SettingKey: String]
  /// By id; presets by name.
  var alarms: [String: Item] = [:]
  var presets: [String: Item] = [:]
  var timers: [String: Item] = [:]

  init() { settings = Self.texts(of: Settings()) }

  init(_ rig: LedgerRig) async {
    let (alarms, reading) = (rig.inForce.book.alarms, rig.timers.reading)
    settings = Self.texts(of: rig.inForce.book.settings)
    for alarm in alarms {
      var what = "?"
      if case .weekly(let days, let time) = alarm.recurrence { what = "\(days) \(time)" }
      self.alarms[alarm.id] = Item(
        label: alarm.label, what: what, values: Self.texts(SettingKey.ofAlarms, alarm.overrides.text),
        isOn: alarm.isEnabled)
    }
    for preset in rig.inForce.book.presets {
      presets[preset.name] = Item(
        label: preset.name, what: DurationText.format(preset.length),
        values: Self.texts(SettingKey.ofTimers, preset.overrides.text))
    }
    for timer in rig.timers.all {
      let isRunning = if case .running = timer.phase { true } else { false }
      timers[timer.id] = Item(
        label: timer.label, what: DurationText.format(timer.length),
        values: Self.texts(SettingKey.ofTimers, timer.overrides.text), isOn: isRunning,
        left: timer.left(at: reading).wholeSeconds)
    }
  }

  private static func texts(of settings: Settings) -> [SettingKey: String] {
    texts(SettingKey.allCases, settings.text)
  }

  private static func texts(_ keys: [SettingKey], _ text: (SettingKey) -> String?) -> [SettingKey: String] {
    Dictionary(uniqueKeysWithValues: keys.compactMap { key in text(key).map { (key, $0) } })
  }

  /// Returns whether both are equal in all that an undo reaches; it does not reach timers.
  func isSet(as other: Known) -> Bool {
    settings == other.settings && alarms == other.alarms && presets == other.presets
  }

  mutating func takeBack(to before: Known) {
    (settings, alarms, presets) = (before.settings, before.alarms, before.presets)
  }

  mutating func pass(_ seconds: Int) {
    for id in timers.keys where timers[id]?.isOn == true { timers[id]?.left -= seconds }
  }
}
