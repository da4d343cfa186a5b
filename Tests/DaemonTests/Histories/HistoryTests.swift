import AlarmClock
import Glibc
import Testing

@testable import Daemon

@Suite struct HistoryTests {
  /// 2,000 of them, or `ROUSE_HISTORIES`. `ROUSE_SOAK=1` asks for 100,000, another number for as many;
  /// `ROUSE_SEED` for one history, or for those from it on.
  private static var seeds: ClosedRange<UInt64> {
    func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
    let soak = number("ROUSE_SOAK").map { $0 > 1 ? $0 : 100_000 }
    let first = number("ROUSE_SEED")
    let usual = number("ROUSE_HISTORIES") ?? 2000
    return (first ?? 1)...(first ?? 1) + (soak ?? (first == nil ? usual : 1)) - 1
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
