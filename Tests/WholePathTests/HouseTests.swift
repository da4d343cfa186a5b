import Control
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: Broker.isHere, "\(Broker.absence)")) struct HouseTests {
  private static func live(_ reader: Program, _ happening: String) -> Int {
    Heard(reader).of("rouse/clock/event").count { $0.contains("\"event_type\":\"\(happening)\"") }
  }

  /// Runs a test with a clock in a house, the broker, a reader of all topics, and the bridge.
  static func run(
    commands: String = "", isLong: Bool = false, _ test: (Clock, Broker, Program, Program) async throws -> Void
  ) async throws {
    try await House.run(commands: commands, isLong: isLong) { house in
      let (clock, broker) = (house.clock, house.broker)
      let reader = try broker.reader()
      let bridge = try clock.bridge()
      try await clock.eventually("the clock is announced; \(bridge.errors)") {
        Heard(reader).last("rouse/clock/availability") == "online"
          && Heard(reader).last("rouse/clock/bridge") == "online"
      }
      try await test(clock, broker, reader, bridge)
    }
  }

  @Test func aRingIsFiredAndDismissedOnceAndADeadClockIsUnavailable() async throws {
    try await Self.run { clock, _, reader, _ in
      let announced = try #require(Heard(reader).last("homeassistant/device/clock/config"))
      #expect(announced.contains("\"avty_mode\":\"all\"") && announced.contains("\"rouse_clock_next_alarm\""))
      #expect(!announced.contains("cmd_t"))
      #expect(Heard(reader).last("rouse/clock/state") == "idle")

      _ = try await clock.ring()
      try await clock.eventually("the house hears that it rings") {
        Heard(reader).last("rouse/clock/ringing") == "ON" && Self.live(reader, "fired") > 0
      }
      try await clock.bring("right")
      try await clock.eventually("the house hears that it was dismissed") {
        Heard(reader).last("rouse/clock/ringing") == "OFF" && Self.live(reader, "dismissed") > 0
      }
      #expect(Self.live(reader, "fired") == 1 && Self.live(reader, "dismissed") == 1)
      #expect(Heard(reader).messages.filter { $0.topic == "rouse/clock/event" }.allSatisfy { !$0.isRetained })

      _ = try await clock.end(SIGKILL)
      try await clock.eventually("the house hears that the clock is away") {
        Heard(reader).last("rouse/clock/availability") == "offline"
      }
      #expect(Heard(reader).last("rouse/clock/bridge") == "online")
    }
  }

  @Test func theHouseMaySkipAndNothingElseAndSeesTheTruth() async throws {
    try await Self.run(commands: #""skip""#) { clock, broker, reader, _ in
      let id = try await clock.addAlarm("07:00", "--days", "daily")
      try await clock.eventually("the alarm is known") {
        Heard(reader).last("rouse/clock/next_alarm/attributes")?.contains("\"id\":\"\(id)\"") == true
      }
      // A retained command might be hours old, and `volume` is not allowed.
      try await broker.publish("rouse/clock/skip_next/set", "PRESS", isRetained: true)
      try await broker.publish("rouse/clock/volume/set", "1")
      try await broker.publish("rouse/clock/dismiss/set", "PRESS")
      try await broker.publish("rouse/clock/skip_next/set", "PRESS")
      try await clock.eventually("its next ring is skipped") { try await clock.alarms.first?.skipNext == true }
      #expect(try await clock.log.filter { $0.event == "settings_changed" }.isEmpty)
    }
  }
}
