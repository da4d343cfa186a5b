import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon

/// Chosen sounds that are gone: only a store that another time has written holds any.
@Suite struct MissingSoundTests {
  @Test func statusNamesWhatIsGoneAndWhoChoseIt() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    try await desk.enroll("card")
    #expect(desk.commands.sounds.missing.isEmpty)
    _ = try await desk.add(AlarmInput(time: "09:00", label: "Work", values: [.sound: "bell"]))
    _ = try await desk.add(AlarmInput(time: "10:00", values: [.sound: "off"]))
    #expect(desk.commands.sounds.missing.isEmpty)
    // As though what was chosen were there no longer.
    desk.inForce.change { $0.alarms[0].overrides.sound = "whales" }
    let work = try #require(desk.inForce.book.alarms.first)
    #expect(
      desk.commands.sounds.missing == [
        MissingSoundView(sound: "whales", usedBy: ["the alarm Work (\(work.id))"], playsInstead: "tone")
      ])
    #expect(desk.views.all.first?.ladder.map(\.what).contains("sound tone 80% (whales is gone)") == true)
    _ = try await desk.addPreset("eggs", TimerInput(length: "6m", values: [.sound: "bell"]))
    desk.inForce.change { $0.presets[0].overrides.sound = "whales" }
    #expect(
      desk.commands.sounds.missing.map(\.usedBy) == [["the alarm Work (\(work.id))", "the preset eggs"]])
    _ = try await desk.set("sound", to: "chime")
    #expect(desk.commands.sounds.missing.map(\.playsInstead) == ["chime"])
    desk.inForce.change { $0.settings.sound = "krill" }
    #expect(desk.commands.sounds.missing.map(\.sound) == ["krill", "whales"])
    #expect(desk.commands.sounds.missing.map(\.playsInstead) == ["tone", "tone"])
  }
}
