import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

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
  private static let sums = Box(SIMD4<Int>.zero)
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

  init() { settings = Self.texts(SettingKey.allCases, Settings().text) }

  init(_ rig: LedgerRig) async {
    let (alarms, reading) = (rig.inForce.book.alarms, rig.timers.reading)
    settings = Self.texts(SettingKey.allCases, rig.inForce.book.settings.text)
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

  private static func texts(_ keys: [SettingKey], _ text: (SettingKey) -> String?) -> [SettingKey: String] {
    Dictionary(uniqueKeysWithValues: keys.compactMap { key in text(key).map { (key, $0) } })
  }

  /// Returns whether both are equal in all that an undo reaches; it does not reach timers.
  func isSet(as other: Known) -> Bool {
    settings == other.settings && alarms == other.alarms && presets == other.presets
  }

  mutating func pass(_ seconds: Int) {
    for id in timers.keys where timers[id]?.isOn == true { timers[id]?.left -= seconds }
  }
}

/// Types good and bad commands, and predicts their results by simple means.
struct Typist {
  var dice: SeededGenerator
  /// Everything that was acknowledged.
  var known = Known()
  /// The state before the last change that an undo reaches, or `nil` if there is none. No sequence takes an hour.
  var undoable: Known?

  /// Accepted values of each key, in the form in which they are shown, and refused ones.
  static let values: [SettingKey: (good: [String], bad: [String])] = [
    .sound: (["tone", "off"], ["nonsense", ""]), .volume: (["0", "60", "100"], ["101", "-1", "", "x"]),
    .fadeIn: (["0s", "30s", "5m"], ["6m", "30"]), .vibration: (["off", "light", "strong"], ["hard"]),
    .vibrationPattern: (["steady", "heartbeat"], ["x"]), .preAlarm: (["0s", "1m"], ["6m"]),
    .buzzerAfter: (["0s", "30s"], ["61s", "off"]), .silenceAfter: (["1m", "3h"], ["59s", "4h"]),
    .catchUp: (["0s", "1h"], ["4h"]), .snooze: (["off", "2"], ["6", "0"]), .snoozeTime: (["5m"], ["31m"]),
    .wakeCheck: (["off", "5m"], ["1m"]), .cancelLock: (["off"], ["13h"]), .soften: (["on", "off"], ["yes"]),
    .speak: (["on", "off"], ["1"]), .flash: (["on", "off"], ["maybe"]), .chime: (["on", "off"], ["sometimes"]),
    .chimeFor: (["10s", "10m"], ["9s", "11m"]), .countdown: (["on", "off"], [""]),
    .timeFormat: (["12h", "24h"], ["13h"]), .leadingZero: (["auto", "on", "off"], ["1"]),
    .seconds: (["on", "off"], [""]), .colon: (["steady", "blink", "off"], ["on"]),
    .marks: (["all", "off", "alarm,miss"], ["moon", "pm,pm"]),
    .display: (["normal", "clock", "message", "off"], ["on"]), .motion: (["on", "off"], ["slow"]),
    .turns: (["off", "date,alarm", "zones"], ["date,,alarm", "date,date", "time"]),
    .turnFor: (["2s", "1m"], ["1s", "61s", "2500ms"]), .timeFor: (["2s", "10m"], ["1s", "11m"]),
    .dateFormat: (["day-month", "month-day"], ["iso"]), .temperatureUnit: (["c", "f"], ["k"]),
    .zones: (["off", "Asia/Tokyo", "Asia/Tokyo,Europe/Paris"], ["../etc/passwd", "Asia/Tokyo,Asia/Tokyo", ""]),
    .theme: (["day", "night", "light", "22:00-07:00", "sunset-30m-sunrise"], ["dusk", "22:00-22:00", "sunset"]),
    .nightTurns: (["same", "off", "alarm"], ["on"]), .nightSeconds: (["same", "on", "off"], ["1"]),
    .nightColon: (["same", "off", "blink"], ["on"]), .nightMarks: (["same", "off", "alarm,miss"], ["moon"]),
    .nightTimeFormat: (["same", "12h", "24h"], ["13h"]), .nightLeadingZero: (["same", "auto", "off"], ["1"]),
    .nightDateFormat: (["same", "month-day"], ["iso"]), .nightBrightness: (["same", "off", "1", "auto"], ["16"]),
    .brightness: (["off", "0", "15", "auto", "schedule"], ["16"]),
    .brightnessSchedule: (["07:00 8, 22:00 1", "sunset-30m 4 over 1h, 23:15 off"], ["", "sunset", "07:00 16"]),
    .lightLevels: (["1:0 10:2 50:6 200:12", "0.5:off 3:1"], ["", "10:2 1:0", "1"]),
    .location: (["off", "52.52,13.40", "-33.8688,151.2093"], ["91,0", "Berlin"]),
    .guidance: (["on", "off"], ["maybe"]), .quiet: (["on", "off", "22:00-07:00"], ["22-7", "07:00-07:00"]),
    .pause: (["off", "2027-01-01"], ["2020-01-01", "2027-02-30"]), .bedtime: (["off", "21:30"], ["25:00"]),
    // Plain `on` and `off` are left out, because they keep the kinds set before.
    .reminders: (
      ["off,card", "all", "none", "tomorrow,test=auto,bedtime=21:30"],
      ["", "moon", "test,test", "off,on", "test=25:00"]
    ),
    .reminderSound: (["off", "chime", "speech"], ["loud"]), .remindersADay: (["1", "8"], ["0", "9"]),
    .sleepTime: (["4h", "12h"], ["3h", "13h"]), .clockSource: (["ntp", "battery"], ["gps"]),
    .evidence: (["on", "off"], [""]), .history: (["30d", "731d", "2y", "forever"], ["29d", "x", "3y"]),
    .log: (["1y", "100d", "forever"], ["0y", "ever"]), .name: (["Room 12", "off"], ["", "a\nb"]),
  ]

  /// Values of the keys that accept other words for the clock than for an alarm.
  static let clockValues: [SettingKey: (good: [String], bad: [String])] = [.speak: (["off", "alarms", "all"], ["1"])]

  private static let days: [(typed: String, shown: String)] = [("daily", "daily"), ("mon-fri", "Mon-Fri")]
  private static let labels = ["tea", "Früh's \"x\"", "", "eggs"]

  init(seed: UInt64) { dice = SeededGenerator(state: seed) }

  /// Types one command and updates `known`. Returns the command and whether it must be accepted.
  mutating func type(on rig: LedgerRig) async throws -> (command: String, isGood: Bool) {
    if dice.isLucky(oneIn: 8) { return try await undo(rig) }
    let before = known
    let typed = try await typeChange(rig)
    if !known.isSet(as: before) { undoable = before }
    // An undo does not reach back past a change of a timer either.
    if known.timers != before.timers { undoable = nil }
    return typed
  }

  private mutating func undo(_ rig: LedgerRig) async throws -> (String, Bool) {
    let before = undoable
    if let before { (known.settings, known.alarms, known.presets) = (before.settings, before.alarms, before.presets) }
    undoable = nil
    return try await run("undo", isGood: before != nil) { try await rig.undo() }
  }

  private mutating func typeChange(_ rig: LedgerRig) async throws -> (command: String, isGood: Bool) {
    switch dice.number(0...9) {
    case 0...2: return try await changeSetting(rig)
    case 3...5: return try await changeAlarm(rig)
    case 6...7: return try await changePreset(rig)
    default: return try await changeTimer(rig)
    }
  }

  /// Runs a command. Throws if a good one is refused or a bad one is accepted.
  private func run(
    _ command: String, isGood: Bool, _ body: () async throws -> some Any
  ) async throws -> (command: String, isGood: Bool) {
    var isTaken = true
    do { _ = try await body() } catch is ControlError { isTaken = false }
    guard isGood == isTaken else {
      throw SystemError("\(command) was \(isTaken ? "taken" : "refused") and should not have been", 0)
    }
    return (command, isGood)
  }

  /// Returns random own values, with a bad one in every third call. `default` removes a value.
  private mutating func typedValues(_ keys: [SettingKey]) -> (typed: [SettingKey: String], isGood: Bool) {
    var typed: [SettingKey: String] = [:]
    for _ in 0..<dice.number(0...3) {
      let key = dice.one(of: keys)
      typed[key] = dice.isLucky(oneIn: 4) ? SettingKey.defaultWord : dice.one(of: Self.values[key]?.good ?? [])
    }
    guard dice.isLucky(oneIn: 3) else { return (typed, true) }
    let key = dice.one(of: keys)
    typed[key] = dice.one(of: Self.values[key]?.bad ?? [])
    return (typed, false)
  }

  private func merged(_ own: [SettingKey: String], _ typed: [SettingKey: String]) -> [SettingKey: String] {
    own.merging(typed) { _, new in new }.filter { $0.value != SettingKey.defaultWord }
  }

  /// Returns the name of an existing item, or one that does not exist.
  private mutating func name(of items: [String: Known.Item]) -> (name: String, isThere: Bool) {
    guard !items.isEmpty, !dice.isLucky(oneIn: 5) else { return ("nobody", false) }
    return (dice.one(of: items.keys.sorted()), true)
  }

  private mutating func changeSetting(_ rig: LedgerRig) async throws -> (String, Bool) {
    let key = dice.one(of: SettingKey.allCases)
    let isGood = !dice.isLucky(oneIn: 3)
    let isReset = isGood && dice.isLucky(oneIn: 4)
    let values = Self.clockValues[key] ?? Self.values[key]
    let value = isReset ? SettingKey.defaultWord : dice.one(of: (isGood ? values?.good : values?.bad) ?? [])
    if isGood { known.settings[key] = isReset ? Known().settings[key] : value }
    return try await run("settings set \(key.rawValue) '\(value)'", isGood: isGood) {
      try await rig.set(key.rawValue, to: value)
    }
  }

  private mutating func changeAlarm(_ rig: LedgerRig) async throws -> (String, Bool) {
    let days = dice.one(of: Self.days)
    let time = "\(dice.number(10...23)):\(dice.number(10...59))"
    let label = dice.one(of: Self.labels)
    let (typed, areGood) = typedValues(SettingKey.ofAlarms)
    if known.alarms.count < 3 || dice.isLucky(oneIn: 3) {
      let badTime = dice.isLucky(oneIn: 6)
      let input = AlarmInput(time: badTime ? "25:00" : time, label: label, days: days.typed, values: typed)
      var id: String?
      let added = try await run("alarm add \(input)", isGood: areGood && !badTime) {
        id = try await rig.add(input).alarm.id
      }
      if let id {
        known.alarms[id] = Known.Item(
          label: free(label, for: id), what: "\(days.shown) \(time)", values: merged([:], typed))
      }
      return added
    }
    let (id, isThere) = name(of: known.alarms)
    if dice.isLucky(oneIn: 2) {
      let input = AlarmInput(time: time, label: label, days: days.typed, values: typed)
      let isGood = isThere && areGood
      if isGood, let old = known.alarms[id] {
        known.alarms[id] = Known.Item(
          label: free(label, for: id), what: "\(days.shown) \(time)", values: merged(old.values, typed), isOn: old.isOn)
      }
      return try await run("alarm edit \(id) \(input)", isGood: isGood) { try await rig.edit(id, input) }
    }
    let change = dice.one(of: [ChangeAlarm.Change.enable, .disable, .remove])
    if change == .remove { known.alarms[id] = nil } else { known.alarms[id]?.isOn = change == .enable }
    return try await run("alarm \(change) \(id)", isGood: isThere) { try await rig.change(id, change) }
  }

  /// Returns a free label: `tea 2` if another alarm is called `tea`.
  private func free(_ label: String, for id: String) -> String {
    let taken = known.alarms.filter { $0.key != id }.map(\.value.label)
    guard !label.isEmpty, known.alarms[id]?.label != label, taken.contains(label) else { return label }
    return (2...).lazy.map { "\(label) \($0)" }.first { !taken.contains($0) } ?? label
  }

  private mutating func changePreset(_ rig: LedgerRig) async throws -> (String, Bool) {
    let (typed, areGood) = typedValues(SettingKey.ofTimers)
    let length = dice.one(of: ["2h", "3h30m", "1d", "25h", "0s"])
    let isLength = !["25h", "0s"].contains(length)
    if known.presets.count < 2 || dice.isLucky(oneIn: 3) {
      let name = dice.one(of: ["tea", "eggs", "bread", "nap", "25m", ""])
      let isNew = known.presets[name] == nil && !["25m", ""].contains(name)
      let input = TimerInput(length: length, values: typed)
      let isGood = isNew && isLength && areGood
      if isGood { known.presets[name] = Known.Item(label: name, what: length, values: merged([:], typed)) }
      return try await run("preset add '\(name)' \(input)", isGood: isGood) { try await rig.addPreset(name, input) }
    }
    let (name, isThere) = name(of: known.presets)
    if dice.isLucky(oneIn: 3) {
      known.presets[name] = nil
      return try await run("preset remove \(name)", isGood: isThere) { try await rig.removePreset(name) }
    }
    let input = TimerInput(length: length, values: typed)
    let isGood = isThere && isLength && areGood
    if isGood, let old = known.presets[name] {
      known.presets[name] = Known.Item(label: name, what: length, values: merged(old.values, typed))
    }
    return try await run("preset edit \(name) \(input)", isGood: isGood) { try await rig.editPreset(name, input) }
  }

  /// All timers are long enough not to end during the test.
  private mutating func changeTimer(_ rig: LedgerRig) async throws -> (String, Bool) {
    if known.timers.count < 3 || dice.isLucky(oneIn: 4) { return try await startTimer(rig) }
    let (id, isThere) = name(of: known.timers)
    let old = known.timers[id]
    switch dice.number(0...3) {
    case 0:
      known.timers[id]?.isOn = false
      return try await run("timer pause \(id)", isGood: isThere) { try await rig.changeTimer(id, .pause) }
    case 1:
      known.timers[id]?.isOn = true
      return try await run("timer resume \(id)", isGood: isThere) { try await rig.changeTimer(id, .resume) }
    case 2:
      let (text, more) = dice.one(of: [("1m", 60), ("5h", 18_000), ("25h", 90_000), ("x", 0)])
      let left = (old?.left ?? 0) + more
      let isGood = isThere && (60...18_000).contains(more) && left <= 86_400
      if isGood { known.timers[id]?.left = left }
      return try await run("timer extend \(id) \(text)", isGood: isGood) { try await rig.extendTimer(id, by: text) }
    default:
      known.timers[id] = nil
      return try await run("timer cancel \(id)", isGood: isThere) { try await rig.changeTimer(id, .cancel) }
    }
  }

  /// Returns the values of a timer at its start. It keeps those that it inherits then.
  private func kept(_ own: [SettingKey: String]) -> [SettingKey: String] {
    var values = own
    for key in [SettingKey.sound, .volume, .vibration, .vibrationPattern] where own[key] == nil {
      values[key] = known.settings[key] ?? "tone"
    }
    return values
  }

  private mutating func startTimer(_ rig: LedgerRig) async throws -> (String, Bool) {
    let (typed, areGood) = typedValues(SettingKey.ofTimers)
    let what = dice.one(of: ["2h", "3h30m", "25h", "tea", "eggs"])
    let preset = known.presets[what]
    let length = preset?.what ?? what
    let label = dice.one(of: Self.labels + ["a\nb"])
    let input = TimerInput(label: label, values: typed)
    var id: String?
    let isGood = areGood && ["2h", "3h30m", "1d"].contains(length) && label != "a\nb"
    let started = try await run("timer start \(what) \(input)", isGood: isGood) {
      id = try await rig.startTimer(what, input).timer.id
    }
    if let id {
      let seconds = ["2h": 7200, "3h30m": 12_600, "1d": 86_400][length] ?? 0
      known.timers[id] = Known.Item(
        label: label, what: length, values: kept(merged(preset?.values ?? [:], typed)), left: seconds)
    }
    return started
  }
}
