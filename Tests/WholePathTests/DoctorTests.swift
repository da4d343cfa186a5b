import Control
import Glibc
import TestSupport
import Testing

struct DoctorTests {
  private func findings(_ clock: Clock, code: Int32) async throws -> [FindingView] {
    let result = try await clock.rouse("doctor", "--json")
    #expect(result.code == code, "\(result.output)\(result.errors)")
    return try decoded(Examine.Reply.self, result.output).findings
  }

  private static let devices = [
    "buzzer", "vibration", "speaker", "display", "lamp", "camera", "light", "room", "power", "button",
  ]

  @Test func everyDeviceIsTriedWithoutANoiseAndNamedWithItsRemedyIfItFails() async throws {
    try await Clock.run { clock in
      // The test's state folder may be in RAM, which is a problem of its own.
      let found = try await findings(clock, code: try await clock.rouse("doctor").code)
      for role in Self.devices {
        #expect(found.contains { $0.check == role && $0.level == .ok }, "\(role): \(found)")
      }
      #expect(found.contains { $0.check == "board" && $0.level == .warning && $0.what.contains("mock") })
      #expect(found.filter { $0.level != .ok }.allSatisfy { $0.why != nil && $0.fix != nil })
      let history = try await clock.mockHistory
      #expect(history.contains { $0.device == "camera" && $0.action == "frame" })
      #expect(!history.contains { $0.device == "buzzer" && $0.action == "on" })
      #expect(try await clock.events("audio_started").isEmpty)
      #expect(try await clock.status.state == .idle)

      for device in Self.devices {
        try await clock.succeed("mock", "fail", device, "EACCES")
        // An alarm rings without a display and without sensors.
        let isNeeded = !["display", "light", "room", "power", "button"].contains(device)
        let found = try await findings(clock, code: isNeeded ? 1 : try await clock.rouse("doctor").code)
        let problem = try #require(found.first { $0.check == device })
        #expect(problem.level == (isNeeded ? .problem : .warning) && problem.fix?.isEmpty == false, "\(device)")
        try await clock.succeed("mock", "heal", device)
        let healed = try await findings(clock, code: try await clock.rouse("doctor").code)
        #expect(healed.contains { $0.check == device && $0.level == .ok }, "\(device)")
      }
    }
  }

  @Test func withoutADaemonThatIsTheFirstProblemAndEverythingCanBeTurnedOff() async throws {
    try await Clock.withoutDaemon { clock in
      let found = try await findings(clock, code: 1)
      #expect(found.first?.check == "daemon" && found.first?.level == .problem)
      #expect(found.first?.fix?.contains("systemctl start rouse") == true)
      try await clock.succeed("daemon", "--all-off", "--board", "mock")
      let board = clock.folder + "/board.json5"
      try Files.write("{ name: 'x', buzzer: { driver: 'gpio', chip: 'no-such-chip', line: 4 } }", to: board)
      try await clock.expect(["daemon", "--all-off", "--board", board], code: 1, says: "no-such-chip")
      // A display that hangs must not delay a restart. A stopped daemon has turned the display off itself, and one that
      // crashed starts again and uses it; only after a timeout, or when a person runs it, `--all-off` tries the display.
      let hung = """
        { name: 'x', buzzer: { driver: 'mock' },
          display: { driver: 'ht16k33', bus: '/dev/i2c-250', address: 0x70 } }
        """
      try Files.write(hung, to: board)
      for (result, code) in [
        ("SERVICE_RESULT=signal", Int32(0)), ("SERVICE_RESULT=success", 0), ("SERVICE_RESULT=timeout", 1), ("", 1),
      ] {
        let off = try await clock.type(["\(result) rouse-daemon --all-off --board \(board)"])
        #expect(off.code == code, "\(result): \(off.errors)")
      }
    }
  }
}
