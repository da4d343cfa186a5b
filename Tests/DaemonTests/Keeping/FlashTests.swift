import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon

@Suite struct FlashTests {
  @Test func whoTurnsFlashesOffIsToldWhoseLightWasToWake() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    func add(_ label: String, _ values: [SettingKey: String]) async throws -> [String] {
      try await rig.add(AlarmInput(time: "07:30", label: label, values: values)).notes
    }
    #expect(try await add("Loud", [.flash: "off"]).isEmpty)
    #expect(try await add("Silent", [.sound: "off"]).isEmpty)
    #expect(
      try await add("Calm", [.sound: "off", .flash: "off"]).map { $0.contains("steady light is easier") } == [true])
    let notes = try await rig.set("flash", to: "off").notes
    #expect(notes.first == "2 alarms have their own flash, which stays.")
    #expect(notes.contains { $0.hasPrefix("Silent (") && $0.contains("Calm (") && !$0.contains("Loud") })
    #expect(try await rig.set("flash", to: "off").notes == notes)
    #expect(try await add("Bright", [.flash: "on"]).map { $0.hasPrefix("It does not flash: the setting") } == [true])
    #expect(try await !rig.set("flash", to: "on").notes.contains { $0.contains("no sound") })
    // The setting overrides the alarm's own `flash`.
    #expect(try await rig.set("flash", to: "off").notes.first == "2 alarms have their own flash, which stays.")
  }

  @Test func whereTheSoundGoesAfterTheFlashesThatIsToldToo() async throws {
    let rig = try await LedgerRig(enrolling: "bath")
    _ = try await rig.add(AlarmInput(time: "07:30", label: "Work"))
    #expect(try await !rig.set("flash", to: "off").notes.contains { $0.contains("steady light") })
    #expect(try await rig.set("sound", to: "off").notes.contains { $0.hasPrefix("Work (") })
  }
}
