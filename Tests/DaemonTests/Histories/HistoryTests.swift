import AlarmClock
import Glibc
import TestSupport
import Testing

@testable import Daemon

@Suite struct HistoryTests {
  /// The seeds from 1 to `ROUSE_HISTORIES`. `ROUSE_SEED` sets the first seed instead; then only that one is played
  /// unless `ROUSE_HISTORIES` asks for more.
  private static var seeds: ClosedRange<UInt64> {
    let first = getenv("ROUSE_SEED").flatMap { UInt64(String(cString: $0)) }
    let count = TestSize.number("ROUSE_HISTORIES", usual: first == nil ? 2000 : 1)
    return (first ?? 1)...(first ?? 1) + UInt64(count) - 1
  }

  /// Seeds that once failed, found among 100,000.
  @Test(arguments: [1893, 2218, 43_932 as UInt64])
  func aHistoryThatOnceDifferedEndsAsTheBookSays(seed: UInt64) async throws {
    let (tally, difference) = try await Player().play([seed])
    #expect(difference == nil && tally.histories == 1)
  }

  @Test func everyOccurrenceOfARandomHistoryEndsAsTheBookSays() async throws {
    let seeds = Self.seeds
    var total = Player.Tally()
    var differences: [Player.Difference] = []
    let workers: UInt64 = 2
    try await withThrowingTaskGroup(of: (Player.Tally, Player.Difference?).self) { group in
      for worker in 0..<workers {
        let share = stride(from: seeds.lowerBound + worker, through: seeds.upperBound, by: Int(workers))
        group.addTask { try await Player().play(share) }
      }
      for try await (tally, difference) in group {
        total += tally
        if let difference { differences.append(difference) }
      }
    }
    for difference in differences { Issue.record("\(difference)") }
    if let first = differences.map(\.history.seed).min() {
      TestSize.printFirstDifference(at: Int(first), of: "history")
    }
    print(
      "figure: random histories: \(total.histories), actions \(total.actions), occurrences \(total.occurrences), "
        + "rings \(total.rings), \(differences.count) differences")
  }
}
