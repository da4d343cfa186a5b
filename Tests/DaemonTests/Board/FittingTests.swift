import AlarmClock
import Control
import Hardware
import Testing

@testable import Daemon

/// Messages mention only devices that the board has, or say that a device is not fitted.
@Suite struct FittingTests {
  static let optional: [DeviceRole] = [.speaker, .buzzer, .vibration, .display]

  /// The boards with each combination of the optional devices that includes a speaker or a buzzer.
  static let boards: [Set<DeviceRole>] = (0..<1 << optional.count).map { bits in
    let missing = optional.indices.filter { bits & 1 << $0 == 0 }.map { optional[$0] }
    return Set(DeviceRole.allCases).subtracting(missing)
  }.filter { $0.contains(.speaker) || $0.contains(.buzzer) }

  static let words: [DeviceRole: [String]] = [
    .speaker: ["speaker", "sound "], .buzzer: ["buzz"], .vibration: ["vibration", "shake"], .display: ["light"],
  ]

  private func check(_ texts: [String], on roles: Set<DeviceRole>) {
    for text in texts {
      for role in Self.optional where !roles.contains(role) {
        let rest = text.replacing("no \(role.rawValue) is fitted", with: "")
        for word in Self.words[role] ?? [] where rest.lowercased().contains(word) {
          Issue.record("\(word), which \(roles.map(\.rawValue).sorted()) lacks: \(text)")
        }
      }
    }
  }

  @Test(arguments: boards) func laddersAndNotesNameWhatTheBoardHas(roles: Set<DeviceRole>) async throws {
    let rig = try await LedgerRig(enrolling: "bath", fitted: roles)
    for values in [
      [:], [.volume: "10"], [.volume: "0"], [.volume: "10", .buzzerAfter: "0s"], [.vibration: "off"],
      [.volume: "0", .vibration: "off"], [.volume: "10", .flash: "off"], [.flash: "off"],
      [.volume: "0", .flash: "off"], [.preAlarm: "30s"],
    ] as [[SettingKey: String]] {
      // A refusal already says what is missing.
      let input = AlarmInput(time: "07:30", values: values)
      guard let saved = try? await rig.add(input) else { continue }
      let ladder = saved.alarm.ladder.map(\.what)
      check(ladder + saved.notes, on: roles)
      #expect(ladder.last == "silence")
      #expect(ladder.contains { $0 == "buzzer" || $0.hasPrefix("sound ") }, "\(ladder)")
      #expect(ladder.contains("buzzer") == roles.contains(.buzzer))
    }
    for (key, value) in [("flash", "off"), ("volume", "10"), ("vibration", "off"), ("volume", "0")] {
      guard let notes = try? await rig.set(key, to: value).notes else { continue }
      // An alarm may have its own value, even if the board cannot use it.
      check(notes.filter { !$0.hasSuffix("which stays.") }, on: roles)
    }
  }

  @Test func withoutASpeakerNoSoundIsAvailable() {
    let sound = SoundView(id: "bell", name: "Bell", description: "", category: "bells", available: true)
    let damaged = SoundView(
      id: "x", name: "X", description: "", category: SoundView.own, available: false, problem: "it is damaged")
    let silent = Fitting(board: "bench", file: "/etc/rouse/board.json5", roles: [.buzzer])
    let listed = silent.listed(sound)
    #expect(!listed.available && listed.problem == "no speaker is fitted on the board bench")
    #expect(listed.fix?.contains("/etc/rouse/board.json5") ?? false)
    #expect(silent.listed(damaged) == damaged)
    #expect(Fitting(board: "bench", roles: [.speaker]).listed(sound) == sound)
  }

  @Test(arguments: boards) func theDoctorNamesWhatTheBoardHas(roles: Set<DeviceRole>) {
    var symptoms = DiagnosisTests.healthy
    for role in DeviceRole.allCases {
      let error = HardwareError(role, "writing", code: 5)
      symptoms.devices[role] = Symptoms.Device(
        isFitted: roles.contains(role), error: roles.contains(role) ? error : nil)
    }
    symptoms.lowAlarms = [true, false].compactMap { isFelt in
      LowVolume(volume: 20, isFelt: isFelt).map { ("Work", $0) }
    }
    // The light sensor must not be mistaken for the light of the display.
    let findings = Diagnosis.findings(symptoms).filter { $0.level != .ok && $0.check != "light" }
    let isVolume = roles.contains(.speaker) && roles.contains(.vibration)
    check(findings.filter { $0.check != "volume" || isVolume }.compactMap(\.why), on: roles)
  }
}
