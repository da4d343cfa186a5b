import Control
import Testing

struct SensorTests {
  @Test func whatTheSensorsSayIsInTheStatusWithWhatMendsIt() async throws {
    try await Clock.run { clock in
      try await clock.succeed("mock", "lux", "3")
      try await clock.succeed("mock", "temperature", "--", "-21.5")
      try await clock.succeed("mock", "humidity", "40")
      try await clock.eventually("it is known") {
        try await clock.status.readings == ReadingsView(illuminance: 3, temperature: -21.5, humidity: 40)
      }
      let text = try await clock.succeed("status")
      #expect(text.contains("3 lux") && text.contains("-21.5 °C, humidity 40 %"))
      let devices = try await clock.status.devices
      for role in ["light", "room", "power", "button"] { #expect(devices[role]?.health == .ok, "\(role)") }
      let state = try await clock.mock
      #expect((state.light.lux, state.room.temperature, state.room.humidity) == (3, -21.5, 40) && state.button.open)

      #expect(try await clock.status.power == PowerView(low: false))
      try await clock.succeed("mock", "power", "low")
      try await clock.eventually("it is known") { try await clock.status.power?.low == true }
      let status = try await clock.status
      #expect(status.power?.since != nil && status.power?.fix?.contains("supply of good make") == true)
      #expect(status.verdict.problems.isEmpty, "alarms ring")
      #expect(try await clock.succeed("status").contains("LOW (under-voltage since "))
      try await clock.succeed("mock", "power", "good")
      try await clock.eventually("it is known") { try await clock.status.power == PowerView(low: false) }
      for event in ["power_low", "power_recovered"] { #expect(try await clock.events(event).count == 1) }
      // A monitor that is lost is one line.
      try await clock.succeed("mock", "fail", "power", "EIO")
      try await clock.eventually("it is lost") { try await clock.status.devices["power"]?.health == .failed }
      #expect(try await clock.status.power == nil)
      let lines = try await clock.succeed("status").split(separator: "\n").map { $0.drop { $0 == " " } }
      let power = lines.filter { $0.hasPrefix("power") }
      #expect(power.contains { $0.contains("FAILED") } && !power.contains { $0.hasSuffix("ok") })
      try await clock.succeed("mock", "heal", "power")
      try await clock.eventually("it is back") { try await clock.status.power == PowerView(low: false) }

      try await clock.eventually("it is known") { try await clock.status.processor?.temperature == 45 }
      try await clock.succeed("mock", "processor", "86")
      try await clock.eventually("it is known") { try await clock.status.processor?.level == .tooHot }
      let hot = try await clock.succeed("status")
      #expect(hot.contains("TOO HOT (86 °C since ") && hot.contains("a heat sink or a fan"))
      #expect(try await clock.status.verdict.problems.isEmpty, "alarms ring")
      #expect(try await clock.rouse(["doctor"]).output.contains("the processor is too hot: 86 °C"))
      #expect(try await clock.events("processor_hot").count == 1)
    }
  }

  @Test func neitherAPressNorASensorThatGoesTouchesARing() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("settings", "set", "buzzer-after", "0s")
      _ = try await clock.ring()
      try await clock.eventually("the buzzer has joined") { try await clock.mock.buzzer.on }
      for _ in 0..<3 { try await clock.succeed("mock", "press") }
      for device in ["light", "room", "power", "button"] { try await clock.succeed("mock", "fail", device, "ENODEV") }
      try await clock.succeed("mock", "lux", "0")
      try await clock.eventually("the status names them") {
        let devices = try await clock.status.devices
        return ["light", "room", "power", "button"].allSatisfy { devices[$0]?.health == .failed }
      }
      let (status, mock) = (try await clock.status, try await clock.mock)
      #expect(status.state == .ringing && mock.buzzer.on && mock.speaker.playing)
      let history = try await clock.mockHistory.map { "\($0.device) \($0.action)" }
      #expect(!history.contains("buzzer off") && !history.contains("speaker close"))
      try await clock.dismiss()
    }
  }
}
