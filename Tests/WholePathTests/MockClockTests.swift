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
      for (words, code, text) in Self.refused { try await clock.expect(words, code: code, says: text) }
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

  @Test func aStateFolderBelongsToOneKindOfClockAndABoardWithARealDeviceIsRefused() async throws {
    try await Clock.withoutDaemon { clock in
      let real = ["daemon", "--board", "mock", "--state", clock.statePath]
      try await clock.start()
      _ = try await clock.end(SIGTERM)
      try await clock.expect(real + Self.options, code: 77, says: "was used with the real clock")
      Files.remove(clock.statePath)
      clock.options = Self.options
      try await clock.start()
      _ = try await clock.end(SIGTERM)
      try await clock.expect(real, code: 77, says: "was used with `--time`")

      let file = clock.folder + "/board.json5"
      try Files.write(
        #"{ name: "mine", buzzer: { driver: "gpio", chip: "gpiochip9", line: 4 }, display: { driver: "mock" } }"#,
        to: file)
      let words = ["daemon", "--board", file, "--state", clock.statePath]
      try await clock.expect(words + Self.options, code: 77, says: "needs a board of mock devices")
      try await clock.expect(
        ["daemon", "--board", "mock"] + Self.options, code: 64, says: "needs a state folder of its own")
      try await clock.expect(["daemon", "--board", "mock", "--zone", "Europe/Berlin"], code: 64, says: "needs --time")
    }
  }

  /// A step of a short history that must give the same result on a mock clock and on the real one.
  enum Step: Sendable {
    case run(String)
    /// Seconds.
    case pass(Int)
  }

  private static let ring: [Step] = [.run("alarm add +2s --label Work"), .pass(5)]
  private static let card: [Step] = [.run("mock show RIGHT --for 3s"), .pass(6)]

  static let histories: [[Step]] = [
    ring + card,
    ring + [.run("mock show WRONG --for 3s"), .pass(8)] + card,
    [.run("mock fail speaker EBUSY")] + ring + card,
    [.run("mock fail vibration EIO")] + ring + card,
    [.run("mock show RIGHT"), .pass(1)] + ring + [.pass(6), .run("mock hide"), .pass(12)] + card,
    [.run("timer start 3s --label Tea"), .pass(6), .run("timer stop"), .pass(2)],
    [.run("timer start 3s --label Tea"), .run("alarm add +3s --label Work"), .pass(6)] + card + [.pass(3)],
    [.run("alarm add +2s --label Work"), .run("alarm add +3s --label Gym"), .pass(6)] + card,
    [.run("alarm add +3s --label Work"), .run("alarm disable Work"), .pass(5)],
    ring + [.run("settings set volume 40"), .run("alarm add +2s --label Gym"), .pass(4)] + card,
  ]

  /// The events of a log without what differs between runs: times, trust, and the order of simultaneous events.
  private struct Story: Equatable {
    var events: [String]
    var outcomes: [String]

    init(_ log: [EventView]) {
      let log = log.filter { !$0.event.hasPrefix("clock_") }
      events = log.map { event in
        let detail = event.event == "scheduled" ? "" : (event.detail ?? "").filter { !$0.isNumber && $0 != ":" }
        return "\(event.event) \(event.label ?? "") \(detail)"
      }.sorted()
      let decisive = ["fired", "missed", "timer_ended", "dismiss_fail_qr", "dismiss_success_qr"]
      outcomes = log.filter { decisive.contains($0.event) }.map { "\($0.event) \($0.label ?? "")" }
    }
  }

  private static func play(_ history: [Step], at time: String?) async throws -> Story {
    var log: [EventView] = []
    try await Clock.run(at: time, isLong: true) { clock in
      for step in history {
        switch step {
        case .pass(let seconds): try await clock.pass(seconds)
        case .run(let line):
          let words = try line.split(separator: " ").map { word in
            word == "RIGHT" || word == "WRONG" ? try clock.card(word.lowercased()) : String(word)
          }
          try await clock.succeed(words)
        }
      }
      log = try await clock.log
    }
    return Story(log)
  }

  @Test(.takesLong, arguments: histories.indices) func aHistoryHasTheSameLogByBothClocks(index: Int) async throws {
    async let mock = Self.play(Self.histories[index], at: Clock.morning)
    let real = try await Self.play(Self.histories[index], at: nil)
    #expect(try await real == mock)
  }

  @Test(.takesLong) func aYearOfMissedRingsHasAnOutcomeForEach() async throws {
    try await Clock.run(at: Clock.morning, isLong: true) { clock in
      try await clock.succeed("alarm", "add", "07:15", "--days", "daily", "--silence-after", "1m")
      try await clock.succeed("mock", "advance", "30d")
      let id = try #require(clock.daemonID)
      let before = try Files.number("RssAnon", in: "/proc/\(id)/status")
      // An advance may take longer than other commands, so this patience must not apply to it.
      clock.patience = 1
      let reply = try await clock.decode(AdvanceMockClock.Reply.self, "mock", "advance", "335d", "--json")
      clock.patience = 180
      #expect(reply.counts["fired"] == 335 && reply.counts["missed"] == 335, "\(reply.counts)")
      #expect(try Files.number("RssAnon", in: "/proc/\(id)/status") - before <= 2048)
      let rings = try await clock.succeed("history", "--since", "2027-04-01", "--limit", "1000", "--json")
      #expect(rings.ranges(of: "\"missed\"").count == 365)
    }
  }
}
