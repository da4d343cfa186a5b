import Glibc
import TestSupport
import Testing

/// Random histories, played to `rouse-daemon` on a mock clock.
@Suite(.startsPrograms) struct RealDaemonHistoryTests {
  /// The seeds from 1 to `ROUSE_REAL_HISTORIES`. `ROUSE_REAL_SEED` sets the first seed instead; then only that one is
  /// played unless `ROUSE_REAL_HISTORIES` asks for more.
  private static var seeds: ClosedRange<UInt64> {
    let first = getenv("ROUSE_REAL_SEED").flatMap { UInt64(String(cString: $0)) }
    let count = TestSize.number("ROUSE_REAL_HISTORIES", usual: first == nil ? 12 : 1)
    return (first ?? 1)...(first ?? 1) + UInt64(count) - 1
  }

  @Test func everyOccurrenceEndsInTheRealDaemonAsTheBookSays() async throws {
    let seeds = Self.seeds
    let start = try await RealStart()
    var total = Player.Tally()
    var differences: [Player.Difference] = []
    let workers: UInt64 = 2
    try await withThrowingTaskGroup(of: (Player.Tally, [Player.Difference]).self) { group in
      for worker in 0..<workers {
        let share = stride(from: seeds.lowerBound + worker, through: seeds.upperBound, by: Int(workers))
        let player = try RealPlayer(start)
        group.addTask { try await player.play(share) }
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
      "figure: random histories of the real daemon: \(total.histories), actions \(total.actions), occurrences "
        + "\(total.occurrences), rings \(total.rings), \(differences.count) differences")
  }
}
