import Glibc
import TestSupport
import Testing

@testable import Daemon

@Suite struct HistoryTests {
  /// Seeds that once failed, found among 100,000.
  @Test(arguments: [1893, 2218, 43_932 as UInt64])
  func aHistoryThatOnceDifferedEndsAsTheBookSays(seed: UInt64) async throws {
    let (tally, difference) = try await Player().play([seed])
    #expect(difference == nil && tally.histories == 1)
  }

  @Test func everyOccurrenceOfARandomHistoryEndsAsTheBookSays() async throws {
    try await Player.check("random histories", "ROUSE_", usual: 2000) {
      let player = try Player()
      return { seeds in
        let (tally, difference) = try await player.play(seeds)
        return (tally, [difference].compactMap(\.self))
      }
    }
  }
}

extension Player {
  typealias Play = @Sendable (StrideThrough<UInt64>) async throws -> (Tally, [Difference])

  /// Plays the histories from seed 1 to `ROUSE_HISTORIES` with two workers, and records their differences. `ROUSE_SEED`
  /// sets the first seed instead; then only that one is played unless `ROUSE_HISTORIES` asks for more.
  ///
  /// - Parameters:
  ///   - prefix: `ROUSE_`, or `ROUSE_REAL_` for variables of their own.
  ///   - makeWorker: returns a function that plays a worker's seeds.
  static func check(_ what: String, _ prefix: String, usual: Int, _ makeWorker: () throws -> Play) async throws {
    let seed = getenv(prefix + "SEED").flatMap { UInt64(String(cString: $0)) }
    let first = seed ?? 1
    let count = TestSize.number(prefix + "HISTORIES", usual: seed == nil ? usual : 1)
    var total = Tally()
    var differences: [Difference] = []
    let workers: UInt64 = 2
    try await withThrowingTaskGroup(of: (Tally, [Difference]).self) { group in
      for worker in 0..<workers {
        let share = stride(from: first + worker, through: first + UInt64(count) - 1, by: Int(workers))
        let play = try makeWorker()
        group.addTask { try await play(share) }
      }
      for try await (tally, found) in group {
        total += tally
        differences += found
      }
    }
    for difference in differences { Issue.record("\(difference)") }
    if let first = differences.map(\.history.seed).min() {
      TestSize.printFirstDifference(at: Int(first), of: "history")
    }
    print(
      "figure: \(what): \(total.histories), actions \(total.actions), occurrences \(total.occurrences), "
        + "rings \(total.rings), \(differences.count) differences")
  }
}
