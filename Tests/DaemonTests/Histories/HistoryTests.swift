import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

@Suite struct HistoryTests {
  /// Seeds that once failed, found among 100,000.
  @Test(arguments: [1893, 2218, 43_932 as UInt64])
  func aHistoryThatOnceDifferedEndsAsTheBookSays(seed: UInt64) async throws {
    let (tally, differences) = try await Player().play([seed])
    #expect(differences.isEmpty && tally.histories == 1)
  }

  @Test func everyOccurrenceOfARandomHistoryEndsAsTheBookSays() async throws {
    try await Player.check("random histories", "ROUSE_", usual: 2000) {
      let player = try Player()
      return { try await player.play($0) }
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

/// Plays histories to the product and to the model, on the thread of a ledger, so that nothing needs to be awaited.
actor Player {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var bench: HistoryRig?
  var tally = Tally()

  struct Tally: Sendable {
    var histories = 0
    var actions = 0
    var occurrences = 0
    var rings = 0

    static func += (total: inout Self, one: Self) {
      total.histories += one.histories
      total.actions += one.actions
      total.occurrences += one.occurrences
      total.rings += one.rings
    }
  }

  struct Difference: Error, CustomStringConvertible {
    var history: History
    /// The index of the action before the difference.
    var index: Int
    var lines: [String]

    var description: String { "\(history)\nafter action \(index):\n  " + lines.joined(separator: "\n  ") }
  }

  init() throws { executor = try ThreadExecutor(name: "player") }

  func differences(_ world: World, _ model: inout Model, _ action: Action, isWhole: Bool = true) throws -> [String] {
    let isAccepted = try world.act(action, model)
    let shouldBe = model.act(action)
    world.removeSpentAlarms()
    model.removeSpentAlarms()
    let lines = isAccepted == shouldBe ? [] : ["\(isAccepted ? "accepted" : "refused"), unlike the book"]
    return try lines
      + Comparison.differences(
        of: Comparison.lines(world, isWhole: isWhole), from: Comparison.lines(model, isWhole: isWhole))
      + world.promises.broken
  }

  /// Returns the product after a history, or throws the first difference.
  func world(after history: History) throws -> World {
    let (world, start) = try begin(history)
    var model = start
    for (index, action) in history.actions.enumerated() {
      let lines = try differences(world, &model, action)
      if !lines.isEmpty { throw Difference(history: history, index: index, lines: lines) }
      tally.actions += 1
    }
    tally.histories += 1
    tally.occurrences += model.ended.count
    tally.rings += world.promises.rings
    return world
  }

  func begin(_ history: History) throws -> (world: World, model: Model) {
    let bench = try bench ?? HistoryRig(executor: executor)
    self.bench = bench
    let world = try World(history, on: bench)
    var model = Model(history, wall: bench.wall)
    model.monotonic = world.time.monotonic
    return (world, model)
  }

  func summary(_ history: History) throws -> [String] { try Comparison.summary(world(after: history)) }

  /// Plays the histories of these seeds to the first difference, whose history it shortens by leaving out actions.
  func play(_ seeds: some Sequence<UInt64> & Sendable) throws -> (Tally, [Difference]) {
    for seed in seeds {
      guard let found = try difference(in: History(seed: seed)) else { continue }
      let played = tally
      return (played, [try shrunk(found)])
    }
    return (tally, [])
  }

  private func difference(in history: History) throws -> Difference? {
    do { _ = try world(after: history) } catch let difference as Difference { return difference }
    return nil
  }

  private func shrunk(_ first: Difference) throws -> Difference {
    var best = first
    best.history.actions.removeSubrange((best.index + 1)...)
    var index = best.history.actions.count - 1
    while index >= 0 {
      var shorter = best.history
      shorter.actions.remove(at: index)
      if let found = try difference(in: shorter) {
        best = found
        best.history.actions.removeSubrange((best.index + 1)...)
        index = min(index, best.history.actions.count)
      }
      index -= 1
    }
    return best
  }
}
