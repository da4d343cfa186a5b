@testable import Daemon
@testable import Machine

/// Plays histories to the product and to the model, on the thread of a ledger, so that nothing needs to be awaited.
actor Player {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var bench: HistoryRig?

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

  private func prepared() throws -> HistoryRig {
    if let bench { return bench }
    let made = try HistoryRig(executor: executor)
    bench = made
    return made
  }

  func play(_ history: History, _ tally: inout Tally) throws -> Difference? {
    do { _ = try world(after: history, &tally) } catch let difference as Difference { return difference }
    return nil
  }

  /// Applies one action to both, and returns their differences.
  func differences(_ world: World, _ model: inout Model, _ action: Action, isWhole: Bool = true) throws -> [String] {
    let isAccepted = try world.act(action, model)
    let shouldBe = model.act(action)
    world.removeSpentAlarms()
    model.removeSpentAlarms()
    var lines = isAccepted == shouldBe ? [] : ["\(isAccepted ? "accepted" : "refused"), unlike the book"]
    let found = try Comparison.lines(world, isWhole: isWhole)
    let wanted = Comparison.lines(model, isWhole: isWhole)
    lines += found.subtracting(wanted).sorted().map { "has  \($0)" }
    lines += wanted.subtracting(found).sorted().map { "book \($0)" }
    return lines + world.promises.broken
  }

  /// Returns the product after a history, or throws the first difference.
  func world(after history: History) throws -> World {
    var tally = Tally()
    return try world(after: history, &tally)
  }

  private func world(after history: History, _ tally: inout Tally) throws -> World {
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
    let bench = try prepared()
    let world = try World(history, on: bench)
    var model = Model(history, wall: bench.wall)
    model.monotonic = world.time.monotonic
    return (world, model)
  }

  func summary(_ history: History) throws -> [String] { try Comparison.summary(world(after: history)) }

  /// Plays the histories of these seeds. Returns the first difference, with its history shortened by leaving out
  /// actions.
  func play(_ seeds: some Sequence<UInt64> & Sendable) throws -> (Tally, Difference?) {
    var tally = Tally()
    for seed in seeds {
      if let difference = try play(History(seed: seed), &tally) { return (tally, try shrunk(difference)) }
    }
    return (tally, nil)
  }

  func shrunk(_ first: Difference) throws -> Difference {
    var best = first
    var tally = Tally()
    best.history.actions.removeSubrange((best.index + 1)...)
    var index = best.history.actions.count - 1
    while index >= 0 {
      var shorter = best.history
      shorter.actions.remove(at: index)
      if let difference = try play(shorter, &tally) {
        best = difference
        best.history.actions.removeSubrange((best.index + 1)...)
        index = min(index, best.history.actions.count)
      }
      index -= 1
    }
    return best
  }
}
