import AlarmClock
import Control
import Hardware
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

@Suite struct ChimeStandInTests {
  /// Three beeps at once and again every two seconds, under the same rules as the sound they replace.
  @Test func theBuzzerBeepsWhereTheSpeakerDoesNotPlay() async throws {
    let rows: [(own: [SettingKey: String], lacks: [DeviceRole: String], isQuiet: Bool, beeps: Int)] = [
      ([:], [:], false, 0), ([:], [.speaker: "it fails"], false, 90), ([:], [.speaker: "it fails"], true, 0),
      ([.volume: "0"], [.speaker: "it fails"], false, 0), ([.chime: "off"], [.speaker: "it fails"], false, 0),
      ([.vibration: "off"], [.speaker: "its mixer is muted"], false, 90),
    ]
    for row in rows {
      let folder = try TemporaryFolder()
      let rig = try await LedgerRig(folder)
      rig.chimes.state.withLock { $0.lacks = row.lacks }
      if row.isQuiet { _ = try await rig.set("quiet", to: "on") }
      _ = try await TimerTests.start(rig, "1s", label: "tea", row.own)
      TimerTests.pass(rig, .seconds(62))
      #expect(rig.chimes.beeps == row.beeps, "\(row)")
      #expect(rig.chimes.state.withLock { $0.isBeeping } == nil)
    }
  }

  @Test func theBuzzerIsAnAlarmsFirstAndStaysOffOnceAllIsOver() async throws {
    let (outputs, mock) = try ChimeNoticeTests.mockOutputs()
    var demand = RingDemand.silence
    outputs.beep(true, by: .timer)
    #expect(await eventually { mock.buzzer.isOn && outputs.servesChime(.buzzer) })
    // The timer's buzzer is silent in the pauses of an alarm and continues afterwards.
    demand.isExclusive = true
    outputs.apply(demand)
    #expect(await eventually { !mock.buzzer.isOn && !outputs.servesChime(.buzzer) })
    demand.isBuzzing = true
    outputs.apply(demand)
    #expect(await eventually { mock.buzzer.isOn })
    outputs.beep(false, by: .timer)
    outputs.apply(.silence)
    #expect(await eventually { !mock.buzzer.isOn })
    outputs.silence()
    outputs.beep(true, by: .preview)
    #expect(await eventually { outputs.isSettled })
    #expect(!mock.buzzer.isOn)
  }
}
