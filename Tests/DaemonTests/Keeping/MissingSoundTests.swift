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
    #expect(await desk.ledger.missingSounds.isEmpty)
    _ = try await desk.ledger.add(AlarmInput(time: "09:00", label: "Work", values: [.sound: "bell"]))
    _ = try await desk.ledger.add(AlarmInput(time: "10:00", values: [.sound: "off"]))
    #expect(await desk.ledger.missingSounds.isEmpty)
    await desk.ledger.lose("whales")
    let work = try #require(await desk.ledger.alarms.first)
    #expect(
      await desk.ledger.missingSounds == [
        MissingSoundView(sound: "whales", usedBy: ["the alarm Work (\(work.id))"], playsInstead: "tone")
      ])
    #expect(await desk.ledger.alarmViews.first?.ladder.map(\.what).contains("sound tone 80% (whales is gone)") == true)
    _ = try await desk.ledger.addPreset("eggs", TimerInput(length: "6m", values: [.sound: "bell"]))
    await desk.ledger.loseOfPreset("whales")
    #expect(
      await desk.ledger.missingSounds.map(\.usedBy) == [["the alarm Work (\(work.id))", "the preset eggs"]])
    _ = try await desk.ledger.change("sound", to: "chime")
    #expect(await desk.ledger.missingSounds.map(\.playsInstead) == ["chime"])
    await desk.ledger.loseDefault("krill")
    #expect(await desk.ledger.missingSounds.map(\.sound) == ["krill", "whales"])
    #expect(await desk.ledger.missingSounds.map(\.playsInstead) == ["tone", "tone"])
  }
}

extension Ledger {
  /// As though the first alarm had chosen a sound that is there no longer.
  fileprivate func lose(_ sound: String) { alarms[0].overrides.sound = sound }
  fileprivate func loseOfPreset(_ sound: String) { presets[0].overrides.sound = sound }
  func loseDefault(_ sound: String) {
    var changed = settings
    changed.sound = sound
    settingsInForce.use(changed)
  }
}
