import Hardware
import Testing

@testable import AlarmClock
@testable import Daemon

/// Alarms and timers in all combinations of settings, overrides and devices, against a model of a few lines.
@Suite struct ResolutionTests {
  /// Chosen settings. The sounds `bell` and `chime` exist, and `lost` does not.
  struct Choice: Hashable {
    var sound: String?
    var volume: Int?
    var vibration: Vibration?

    static func all(_ sounds: [String?], _ volumes: [Int?], _ vibrations: [Vibration?]) -> [Choice] {
      pairs(sounds, pairs(volumes, vibrations)).map { Choice(sound: $0, volume: $1.0, vibration: $1.1) }
    }

    static let global = all([nil, "bell", "off", "lost"], [0, 60], [.off, .strong])
    static let own = all([nil, "chime", "off", "lost"], [nil, 0, 30], [nil, .off, .light])
  }

  struct Fitted: Hashable {
    var speaker: Bool
    var motor: Bool
    var buzzer: Bool

    static let all = pairs(isSo, pairs(isSo, isSo)).map { Fitted(speaker: $0, motor: $1.0, buzzer: $1.1) }
  }

  /// The model: the settings as a person would understand them.
  struct Expected: Hashable {
    /// `nil` if there is no sound.
    var sound: String?
    var volume = 0
    var vibration: Vibration

    init(_ own: Choice, _ global: Choice) {
      vibration = own.vibration ?? global.vibration ?? .off
      let chosen = own.sound ?? global.sound ?? "tone"
      volume = own.volume ?? global.volume ?? 0
      if chosen == "off" || volume == 0 {
        volume = 0
      } else if chosen != "lost" {
        sound = chosen
      } else {
        // A missing sound falls back on the global one, then on the built-in tone.
        sound = own.sound == "lost" && global.sound == "bell" ? "bell" : "tone"
      }
    }
  }

  private static func settings(_ global: Choice) -> Settings {
    Settings {
      $0.sound = global.sound
      ($0.volume, $0.vibration) = (global.volume ?? $0.volume, global.vibration ?? $0.vibration)
    }
  }

  /// The sounds that play, by pairs of sound and fallback.
  private static let played: [[String?]: String] = {
    let sounds = [nil, "tone", "bell", "chime", "off", "lost"]
    return Dictionary(
      uniqueKeysWithValues: pairs(sounds.compactMap(\.self), sounds).map { sound, fallback in
        let demand = SoundDemand(sound: sound, fallback: fallback, volume: 1, start: .zero)
        return ([sound, fallback], FallingBack(demand, shelf: SoundShelf(), rate: 8000).name)
      })
  }()

  private static func played(_ demand: SoundDemand?) -> String? {
    guard let demand, demand.volume > 0 else { return nil }
    return played[[demand.sound, demand.fallback]]
  }

  private static func wrongRows<Row>(_ rows: [Row], _ isRight: (Row) -> Bool) -> [String] {
    rows.filter { !isRight($0) }.prefix(5).map { "\($0)" }
  }

  @Test func anAlarmIsHeardAndFeltAsItsSettingsSayAndAlwaysAudibleInTheEnd() {
    typealias Row = (global: Choice, own: Choice, fitted: Fitted)
    let rows: [Row] = pairs(Choice.global, pairs(Choice.own, Fitted.all)).map { ($0, $1.0, $1.1) }
    func isTheTone(_ demand: RingDemand) -> Bool {
      demand.sound.map { $0.sound == "tone" && $0.volume >= 50 } ?? false
    }
    let wrong = Self.wrongRows(rows) { row in
      let expected = Expected(row.own, row.global)
      let alarm = Alarm(
        id: "aaaaaa", recurrence: .instant(.max),
        overrides: RingOverrides {
          ($0.sound, $0.volume, $0.vibration) = (row.own.sound, row.own.volume, row.own.vibration)
        })
      let plan = Self.settings(row.global).plan(for: alarm)
      let devices = RingDevices(
        speaker: row.fitted.speaker ? .proven : .failed, buzzer: row.fitted.buzzer, vibration: row.fitted.motor)
      var state = RingState(plan, start: .zero)
      _ = state.advance(to: .milliseconds(1), devices: devices)
      let first = state.demand(at: .milliseconds(1), devices: devices)
      let isHeard = expected.volume > 0 && row.fitted.speaker
      let isOnlyToBeFelt = expected.volume == 0 && expected.vibration != .off && row.fitted.motor
      // Otherwise nobody would notice the alarm.
      let buzzesAtOnce = !isHeard && !isOnlyToBeFelt
      let standsIn = buzzesAtOnce && !row.fitted.buzzer
      guard first.vibration == expected.vibration, first.isBuzzing == buzzesAtOnce,
        standsIn ? isTheTone(first) : Self.played(first.sound) == expected.sound,
        standsIn || (first.sound?.volume ?? 0) == expected.volume
      else { return false }
      _ = state.advance(to: .seconds(61), devices: devices)
      let last = state.demand(at: .seconds(61), devices: devices)
      return last.isBuzzing && (row.fitted.buzzer || isTheTone(last))
    }
    #expect(rows.count == 4608)
    #expect(wrong.isEmpty)
  }

  @Test func aTimerIsNoticedAsItsSettingsSayAndChimeOffOverridesEverything() {
    typealias Row = (global: Choice, own: Choice, fitted: Fitted, chime: Bool, ownChime: Bool?, isQuiet: Bool)
    let switches = pairs(isSo, pairs([nil, true, false] as [Bool?], isSo))
    let rows: [Row] = pairs(pairs(Choice.global, Choice.own), pairs(Fitted.all, switches)).map { chosen, rest in
      (chosen.0, chosen.1, rest.0, rest.1.0, rest.1.1.0, rest.1.1.1)
    }
    let wrong = Self.wrongRows(rows) { row in
      let expected = Expected(row.own, row.global)
      var settings = Self.settings(row.global)
      settings.chimes = row.chime
      let plan = settings.chime(
        for: ChimeOverrides(
          sound: row.own.sound, volume: row.own.volume, vibration: row.own.vibration, chimes: row.ownChime))
      let unnoticed = plan.unnoticed(isQuiet: row.isQuiet) { role in
        let fitted: [DeviceRole: Bool] = [
          .speaker: row.fitted.speaker, .buzzer: row.fitted.buzzer, .vibration: row.fitted.motor,
        ]
        return fitted[role] == true ? nil : "it is not fitted"
      }
      let isOn = row.ownChime ?? row.chime
      let isHeard = isOn && (row.fitted.speaker || row.fitted.buzzer) && !row.isQuiet && expected.volume > 0
      let isFelt = isOn && row.fitted.motor && expected.vibration != .off
      let demand = SoundDemand(sound: plan.sound, fallback: plan.fallbackSound, volume: plan.volume, start: .zero)
      // With the chime off, there is no warning that the timer goes unnoticed.
      return (unnoticed != nil) == (isOn && !isHeard && !isFelt) && plan.isOn == isOn
        && plan.volume == expected.volume && plan.vibration == expected.vibration
        && Self.played(demand) == expected.sound
    }
    #expect(rows.count == 55_296)
    #expect(wrong.isEmpty)
  }
}

private let isSo = [true, false]

private func pairs<One, Other>(_ ones: [One], _ others: [Other]) -> [(One, Other)] {
  ones.flatMap { one in others.map { (one, $0) } }
}
