import Control
import TestSupport
import Testing

/// Short histories that must give the same result on a mock clock and on the real one.
extension MockClockTests {
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
      outcomes = log.filter { decisive.contains($0.event) }
        .map { "\($0.event) \($0.label ?? "")" }
    }
  }

  /// Plays a history and returns what its log says.
  ///
  /// - Parameter time: As in `Clock.run`.
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
          let result = try await clock.rouse(words)
          #expect(result.code == 0, "\(line): \(result.errors)")
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
