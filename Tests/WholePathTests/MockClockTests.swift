import Control
import Glibc
import TestSupport
import Testing

/// The daemon on a mock clock, for people without hardware.
@Suite struct MockClockTests {
  private static let options = ["--time", Clock.morning, "--zone", "Europe/Berlin"]

  /// The scripts in `board/mock/README.md`: its first part combined with each recipe.
  static let recipes: [String] = {
    let root = String(#filePath.dropLast("Tests/WholePathTests/MockClockTests.swift".count))
    let page = Files.text(root + "board/mock/README.md").split(separator: "\n", omittingEmptySubsequences: false)
    let lines = page.drop { $0 != "    #!/bin/bash" }
    let blocks = lines.split { !$0.hasPrefix("    ") }.map { $0.map { $0.dropFirst(4) }.joined(separator: "\n") }
    let scripts = blocks.dropFirst().filter { $0.hasPrefix("start ") || $0.hasPrefix("mkfifo ") }
    return scripts.map { blocks[0] + "\n" + $0 }
  }()

  @Test(arguments: recipes.indices) func aRecipeOfTheMockBoardWorks(index: Int) async throws {
    try #require(Self.recipes.count == 8)
    try await Clock.withoutDaemon { clock in
      let result = try await Program(
        ["/usr/bin/timeout", "300", "/bin/bash", "-c", Self.recipes[index]],
        environment: ["PATH=\(Files.builtPrograms):/usr/bin:/bin", "HOME=\(clock.folder)", "TMPDIR=\(clock.folder)"],
        outputTo: clock.folder + "/script"
      ).result()
      #expect(result.code == 0, "\(result.output)\(result.errors)")
    }
  }

  @Test func advancingListsWhatHappenedAndTheClockStepsAndIsDistrusted() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("alarm", "add", "07:15", "--label", "Work", "--silence-after", "1m")
      let text = try await clock.succeed("mock", "advance", "--to", "08:00")
      #expect(text.contains("Mon 2027-04-05 07:15:00  fired                 Work"))
      #expect(text.contains("Mon 2027-04-05 07:16:00  missed                Work"))
      #expect(text.hasSuffix("The mock clock shows Mon 2027-04-05 08:00:00.\n"))
      let reply = try await clock.decode(AdvanceMockClock.Reply.self, "mock", "advance", "24h", "--json")
      #expect(reply.counts["fired"] == nil && reply.to.hasPrefix("2027-04-06T08:00:0"))

      #expect(try await clock.succeed("mock", "step", "--by", "-1h").contains("Tue 2027-04-06 07:00"))
      #expect(try await clock.succeed("mock", "trust", "off").contains("not trusted"))
      try await clock.succeed("mock", "zone", "Asia/Tokyo")
      #expect(try await clock.succeed("mock", "time").contains("14:00:0"))
      try await clock.succeed("mock", "advance", "1m")
      let kinds = try await clock.log.map(\.event)
      for kind in ["clock_stepped", "clock_untrusted", "zone_changed"] { #expect(kinds.contains(kind), "\(kinds)") }
    }
  }

  /// The last one advances the clock.
  private static let refused: [(words: [String], code: Int32, text: String)] = [
    (["mock", "advance"], 64, "give either a duration"),
    (["mock", "advance", "1h", "--to", "07:00"], 64, "give either a duration"),
    (["mock", "advance", "401d"], 64, "400 days at most"),
    (["mock", "advance", "--to", "2027-04-04"], 64, "it has passed"),
    (["mock", "advance", "--to", "noon"], 64, "is not valid"),
    (["mock", "step", "--by", "soon"], 64, "is not valid"),
    (["mock", "zone", "Berlin"], 64, "did you mean Europe/Berlin"),
    (["mock", "zone", "../../etc/passwd"], 64, "there is no time zone"),
    (["mock", "restart", "--off", "-1h"], 64, "cannot be negative"),
    (["mock", "advance", "--to", "next"], 1, "nothing was due until 2027-04-12"),
  ]

  @Test func whatCannotBeIsRefusedByName() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      for (words, code, text) in Self.refused {
        let result = try await clock.rouse(words)
        #expect(result.code == code && result.errors.contains(text), "\(words): \(result)")
      }
    }
  }

  /// More restarts than a real service may need within a minute.
  @Test func powerCutsLeaveClockAndZoneAsTheyWere() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("mock", "zone", "Asia/Tokyo")
      for _ in 1...4 { try await clock.succeed("mock", "restart", "--off", "10m") }
      let now = try await clock.decode(GetMockClock.Reply.self, "mock", "time", "--json")
      #expect(now.zone == "Asia/Tokyo" && now.trusted && now.time.hasPrefix("2027-04-05T13:40:0"), "\(now)")
      #expect(try await clock.events("minimal_mode").isEmpty)
      try await clock.succeed("mock", "restart", "--by", "-1h")
      #expect(try await clock.decode(GetMockClock.Reply.self, "mock", "time", "--json").trusted == false)
      // The daemon keeps its process name, by which people find it.
      #expect(clock.daemonID != nil)
    }
  }

  @Test func picturesOfARingHaveTheTimesOfTheMockClock() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("settings", "set", "evidence", "on")
      try await clock.succeed("alarm", "add", "07:15", "--silence-after", "1m")
      try await clock.succeed("mock", "advance", "--to", "next")
      try await clock.succeed("mock", "show", clock.card("stranger"), "--after", "20s", "--for", "3s")
      try await clock.succeed("mock", "advance", "2m")
      try await clock.eventually("pictures are kept") { try await !clock.events("evidence_kept").isEmpty }
      let rings = try await clock.decode(ListEvidence.Reply.self, "evidence", "list", "--json").rings
      #expect(rings.map(\.outcome) == ["missed"])
      #expect((1...15).contains(rings.first?.pictures ?? 0))
      let folder = try #require(Files.names(clock.statePath + "/evidence").first)
      let facts = Files.text("\(clock.statePath)/evidence/\(folder)/ring.json")
      let times = facts.matches(of: /2027-04-05T05:15:(\d\d)/).compactMap { Int($0.output.1) }
      #expect(times == times.sorted() && times.contains { (20...23).contains($0) }, "\(facts)")
    }
  }

  @Test func aRealClockIsNotMoved() async throws {
    try await Clock.run { clock in
      for words in [
        ["advance", "1h"], ["time"], ["step", "--by", "1h"], ["trust", "off"], ["zone", "UTC"], ["restart"],
      ] {
        try await clock.expect(["mock"] + words, code: 77, says: "runs on the real clock")
      }
    }
  }

  @Test func aStateFolderBelongsToOneKindOfClock() async throws {
    try await Clock.withoutDaemon { clock in
      let real = ["daemon", "--board", "mock", "--state", clock.statePath]
      try await clock.start()
      _ = try await clock.end(SIGTERM)
      var result = try await clock.rouse(real + Self.options)
      #expect(result.code == 77 && result.errors.contains("was used with the real clock"), "\(result.errors)")
      Files.remove(clock.statePath)
      clock.options = Self.options
      try await clock.start()
      _ = try await clock.end(SIGTERM)
      result = try await clock.rouse(real)
      #expect(result.code == 77 && result.errors.contains("was used with `--time`"), "\(result.errors)")
    }
  }

  @Test func aBoardWithARealDeviceIsRefused() async throws {
    try await Clock.withoutDaemon { clock in
      let file = clock.folder + "/board.json5"
      try Files.write(
        #"{ name: "mine", buzzer: { driver: "gpio", chip: "gpiochip9", line: 4 }, display: { driver: "mock" } }"#,
        to: file)
      let words = ["daemon", "--board", file, "--state", clock.statePath]
      try await clock.expect(words + Self.options, code: 77, says: "needs a board of mock devices")
      let place = try await clock.rouse(["daemon", "--board", "mock"] + Self.options)
      #expect(place.code == 64 && place.errors.contains("needs a state folder of its own"), "\(place.errors)")
      try await clock.expect(["daemon", "--board", "mock", "--zone", "Europe/Berlin"], code: 64, says: "needs --time")
    }
  }
}
