import AlarmClock
import Glibc
import Testing

@testable import Daemon

@Suite struct HistoryTests {
  /// `ROUSE_SOAK` asks for ten times as many, `ROUSE_SEED` for one.
  private static let count: UInt64 = getenv("ROUSE_SOAK") == nil ? 10_000 : 100_000

  @Test func everyOccurrenceOfARandomHistoryEndsAsTheBookSays() async throws {
    var seeds = 1...Self.count
    if let text = getenv("ROUSE_SEED"), let seed = UInt64(String(cString: text)) { seeds = seed...seed }
    var total = Player.Tally()
    var differences: [Player.Difference] = []
    let workers: UInt64 = 2
    try await withThrowingTaskGroup(of: (Player.Tally, Player.Difference?).self) { group in
      for worker in 0..<workers {
        let share = stride(from: seeds.lowerBound + worker, through: seeds.upperBound, by: Int(workers))
        group.addTask { try await Player().play(share) }
      }
      for try await (tally, difference) in group {
        total.histories += tally.histories
        total.actions += tally.actions
        total.occurrences += tally.occurrences
        total.rings += tally.rings
        if let difference { differences.append(difference) }
      }
    }
    for difference in differences { Issue.record("\(difference)") }
    print(
      "figure: random histories: \(total.histories), actions \(total.actions), occurrences \(total.occurrences), "
        + "rings \(total.rings), \(differences.count) differences")
  }
}
