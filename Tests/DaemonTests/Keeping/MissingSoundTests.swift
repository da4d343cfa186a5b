import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon

/// Chosen sounds that do not exist. Only a store written by another version has any.
@Suite struct MissingSoundTests {
  @Test func statusNamesWhatIsGoneAndWhoChoseIt() async throws {
    let rig = try await LedgerRig(enrolling: "card")
    #expect(rig.commands.sounds.missing.isEmpty)
    _ = try await rig.add(AlarmInput(time: "09:00", label: "Work", values: [.sound: "bell"]))
    _ = try await rig.add(AlarmInput(time: "10:00", values: [.sound: "off"]))
    #expect(rig.commands.sounds.missing.isEmpty)
    // Pretends that the chosen sound is gone.
    rig.inForce.change { $0.alarms[0].overrides.sound = "whales" }
    let work = try #require(rig.inForce.book.alarms.first)
    #expect(
      rig.commands.sounds.missing == [
        MissingSoundView(sound: "whales", usedBy: ["the alarm Work (\(work.id))"], playsInstead: "tone")
      ])
    #expect(rig.views.all.first?.ladder.map(\.what).contains("sound tone 80% (whales is gone)") == true)
    _ = try await rig.addPreset("eggs", TimerInput(length: "6m", values: [.sound: "bell"]))
    rig.inForce.change { $0.presets[0].overrides.sound = "whales" }
    #expect(rig.commands.sounds.missing.map(\.usedBy) == [["the alarm Work (\(work.id))", "the preset eggs"]])
    _ = try await rig.set("sound", to: "chime")
    #expect(rig.commands.sounds.missing.map(\.playsInstead) == ["chime"])
    rig.inForce.change { $0.settings.sound = "krill" }
    #expect(rig.commands.sounds.missing.map(\.sound) == ["krill", "whales"])
    #expect(rig.commands.sounds.missing.map(\.playsInstead) == ["tone", "tone"])
  }
}
