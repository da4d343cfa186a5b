import Control
import FoundationEssentials
import Glibc
import Pictures
import TestSupport
import Testing

struct PrintingTests {
  /// Commands, and keys of their documents.
  private static let documents = [
    "status: state rings misses next.time devices.buzzer.health devices.camera.error clock.trusted clock.zone",
    "status: board.mock storage.writable",
    "mock state: buzzer.on vibration.level vibration.duty speaker.playing speaker.sound speaker.volume speaker.mixer",
    "mock state: lamp.on display.text display.brightness camera.open light.lux room.temperature room.humidity",
    "mock state: power.low power.processor button.open",
    "mock history: history.nanoseconds history.device history.action dropped",
    "alarm list: alarms.id alarms.label alarms.enabled alarms.volume alarms.inherited alarms.date alarms.next.time",
    "alarm show Work: alarm.id alarm.label alarm.skipNext alarm.cards",
    "next: occurrences.alarmId occurrences.time occurrences.special",
    "settings list: settings.key settings.value settings.isDefault", "settings get volume: setting.value",
    "card list: cards.id cards.name cards.enrolled",
    "data: folder erasure categories.category categories.count categories.bytes categories.since categories.kept",
  ]

  @Test func jsonHasASchemaAndThePromisedKeysAndTheLogCanBeFollowed() async throws {
    try await Clock.run { clock in
      try await clock.succeed("alarm", "add", "07:30", "--days", "mon-fri", "--label", "Work")
      for line in Self.documents {
        let parts = line.split(separator: ": ").map { $0.split(separator: " ").map(String.init) }
        let document = try await clock.decode(JSON.self, parts[0] + ["--json"])
        #expect(document["schema"] == .number(1), "\(line)")
        for key in parts[1] { #expect(document[key] != nil, "\(line): \(key)") }
      }
      let lines = try await clock.succeed("log", "--json").split(separator: "\n")
      #expect(!lines.isEmpty)
      for line in lines {
        let event = try decoded(JSON.self, line)
        #expect(event["schema"] == .number(1))
        for key in ["time", "nanoseconds", "event", "alarmId", "label", "detail"] { #expect(event[key] != nil) }
      }
      let follower = try clock.begin(["log", "--follow", "--json"])
      try await clock.eventually("what was is printed") { follower.output.contains("card_enrolled") }
      try await clock.succeed("settings", "set", "volume", "33")
      try await clock.eventually("what comes is printed") { follower.output.contains("settings_changed") }
      #expect(follower.isRunning)
      kill(follower.id, SIGINT)
      #expect(try await follower.result().code == 128 + SIGINT)
    }
  }

  /// A plain gray picture of 16 by 16 pixels, encoded by another program.
  private static let greyJPEG =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i"
    + "Z2hnPk1xeXBkeFxlZ2P/wAALCAAQABABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAI"
    + "AQEAAD8AAP/Z"

  @Test func theMockCameraTakesPicturesOfEveryKind() async throws {
    try await Clock.run { clock in
      let frame = try QRCard(payload: Array("right".utf8)).image(moduleSize: 4)
      let pgm = clock.folder + "/right.pgm"
      try Files.write(Array("P5\n\(frame.width) \(frame.height)\n255\n".utf8) + frame.pixels, to: pgm)
      let jpeg = clock.folder + "/grey.jpg"
      try Files.write([UInt8](try #require(Data(base64Encoded: Self.greyJPEG))), to: jpeg)
      for path in [jpeg, pgm, try clock.card("right")] {
        try await clock.succeed("mock", "show", path)
        #expect(try await clock.mock.camera.picture == path.split(separator: "/").last.map(String.init))
      }
      try await clock.succeed("mock", "show", pgm)
      #expect(try await clock.succeed("card", "test", "--for", "20s").contains("right"))
      try await clock.succeed("mock", "show", pgm, "--for", "1s")
      try await clock.eventually("it is taken away") { try await clock.mock.camera.picture == nil }
    }
  }
}
