import Control
import Glibc
import MQTTReports
import TestSupport
import Testing

@Suite(.enabled(if: Broker.isHere, "\(Broker.absence)")) struct FleetTests {
  private static func fleet(_ house: House, _ words: String...) async throws -> Program.Result {
    try await house.clock.rouse(["fleet"] + words + ["--config", house.clock.folder + "/fleet.json5"])
  }

  private static func view(_ house: House) async throws -> FleetView {
    let config = ["--config", house.clock.folder + "/fleet.json5"]
    return try await house.clock.decode(FleetView.self, ["fleet", "status", "--json"] + config)
  }

  private static func run(_ test: (House) async throws -> Void) async throws {
    try await House.run(accounts: ["silent", "evil", "huge", "fleet", "admin"]) { house in
      let clock = house.clock
      // As an operator does it: the password is in a file next to this one.
      try Files.write(
        "{ broker: \"mqtt://127.0.0.1:\(house.broker.port)\", user: \"fleet\", passwordFile: \"password\" }",
        to: clock.folder + "/fleet.json5")
      try await clock.succeed("settings", "set", "name", "Room 12, Annex")
      try await test(house)
    }
  }

  private static func disturb(_ broker: Broker) async throws {
    try await broker.keep(as: "silent", "rouse/silent/bridge", "offline")
    try await broker.keep(
      as: "silent", "rouse/silent/summary",
      #"{"at":"2026-11-20T07:00:00Z","name":"Room 3","verdict":"ready","missed":1,"next":{"time":"2026-11-26T07:00:00+01:00","label":"Work"}}"#
    )
    try await broker.keep(as: "evil", "rouse/evil/bridge", "online")
    try await broker.keep(
      as: "evil", "rouse/evil/summary",
      #"{"name":"\u001b[2J\u202eRoom 12","version":"\u0007","problems":["\u001b]0;x\u0007","a\r\nb"],"verdict":"at_risk"}"#
    )
    try await broker.keep(as: "huge", "rouse/huge/bridge", "online")
    try await broker.keep(as: "huge", "rouse/huge/summary", String(repeating: "[", count: 4 << 20))
    try await broker.keep(as: "admin", "rouse/a b/bridge", "online")
  }

  @Test func aClockIsALineWhateverOthersSayAndWhyNothingCanBeReadIsTold() async throws {
    try await Self.run { house in
      let clock = house.clock
      let path = clock.folder + "/fleet.json5"
      let good = Files.text(path)
      #expect(try await Self.view(house).clocks.isEmpty)
      #expect(try await Self.fleet(house, "status").output.contains("No clocks found"))
      try Files.write("wrong", to: clock.folder + "/wrong")
      let broker = "broker: \"mqtt://127.0.0.1:\(house.broker.port)\""
      let nowhere = "broker: \"mqtt://127.0.0.1:\(try Broker.freePort())\""
      for (text, code, words) in [
        ("\(broker), user: \"fleet\", passwordFile: \"wrong\"", Int32(69), "password"),
        ("\(broker), user: \"fleet\", passwordFile: \"missing\"", 78, "passwordFile"), ("\(broker), usr: 1", 78, ""),
        (nowhere, 69, "connection refused"),
      ] {
        try Files.write("{ \(text) }", to: path)
        let result = try await Self.fleet(house, "status")
        #expect(result.code == code && (words.isEmpty || result.errors.contains(words)), "\(text): \(result)")
      }
      try await clock.expect(["fleet", "status"], code: 66, says: ".config/rouse/fleet.json5")
      try Files.write(good, to: path)

      _ = try await clock.addAlarm("07:00", "--days", "daily", "--label", "Work")
      let bridge = try await house.connect()
      try await Self.disturb(house.broker)
      try await clock.eventually("the real one is there, and knows its alarm") {
        try await Self.view(house).clocks.contains { $0.name == "Room 12" && $0.next?.label == "Work" }
      }
      let view = try await Self.view(house)
      #expect(Set(view.clocks.map(\.id)) == ["clock", "silent", "evil", "huge"])
      #expect(view.clocks.first?.id == "silent" && view.clocks.first?.missed == 1 && view.clocks.first?.since != nil)
      let real = try #require(view.clocks.first { $0.id == "clock" })
      #expect(real.place == "Annex" && real.line == .connected && real.verdict != nil && real.state == .idle)
      #expect(view.clocks.first { $0.id == "huge" }?.trouble != nil)
      #expect(view.clocks.first { $0.id == "evil" }?.name == "?[2J?Room 12")

      let text = try await Self.fleet(house, "status").output
      let lines = text.split(separator: "\n")
      #expect(lines.count == 6 && lines.last?.hasPrefix("4 clocks: 1 with misses, 1 silent") == true, "\(text)")
      #expect(lines[1].contains("Room 3") && lines[1].contains("SILENT since") && lines[1].contains("1 MISSED"))
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })

      let shown = try await Self.fleet(house, "show", "room 12, annex").output
      #expect(shown.contains("clock: Room 12 (clock)") && shown.contains("place: Annex"), "\(shown)")
      #expect(try await Self.fleet(house, "show", "Room 13").code == 1)
      // The clock is stopped properly first, and then just disappears.
      _ = try await clock.end(SIGTERM)
      try await clock.eventually("its service is told to be away") {
        try await Self.view(house).clocks.contains { $0.id == "clock" && $0.line == .stopped && $0.since != nil }
      }
      bridge.killBelow()
      try await clock.eventually("it is told to be silent") {
        try await Self.view(house).clocks.contains { $0.id == "clock" && $0.line == .silent && $0.since != nil }
      }
    }
  }

  @Test func whatHappensIsFollowed() async throws {
    try await Self.run { house in
      let clock = house.clock
      _ = try await house.connect()
      try await clock.eventually("it is known by its name") {
        try await Self.view(house).clocks.contains { $0.name == "Room 12" }
      }
      let config = ["--config", clock.folder + "/fleet.json5"]
      let follower = try clock.begin(["fleet", "log", "clock", "--follow"] + config)
      let watcher = try clock.begin(["fleet", "status", "--watch", "--json"] + config)
      try await clock.eventually("both read") { watcher.output.contains("Room 12") }
      let id = try await clock.addAlarm("07:00", "--days", "daily", "--label", "Followed")
      try await clock.eventually("it is followed") {
        follower.output.contains("Followed") && watcher.output.contains("Followed")
      }
      try await clock.succeed("alarm", "remove", id)
      try await clock.eventually("that it is gone is told, too") {
        (watcher.output.split(separator: "\n").last.map { !$0.contains("Followed") }) == true
      }
      try await clock.eventually("what happened last is kept") {
        try await Self.fleet(house, "log", "Room 12").output.contains("Followed")
      }
      let screen = try clock.atTerminal(["fleet", "status", "--watch"] + config)
      try await screen.untilSaid("Ctrl-C quits.")
      screen.type("\u{3}")
      #expect(try await screen.code() == 130 && screen.output.contains("Room 12"), "\(screen.output)")
      // When the reader ends, so does its helper process.
      for program in [follower, watcher] {
        let children = program.children.map(\.id)
        #expect(children.count == 1)
        kill(program.id, SIGTERM)
        _ = try await program.result()
        try await clock.eventually("its helper is gone") {
          children.allSatisfy { Files.text("/proc/\($0)/cmdline").isEmpty }
        }
      }
    }
  }
}
