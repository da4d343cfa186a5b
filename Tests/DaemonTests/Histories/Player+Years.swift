import AlarmClock

@testable import Daemon
@testable import Storage

/// Plays years of one household like a history, but compares all outcomes only now and then.
extension Player {
  struct Years: Sendable {
    var days = 0
    var rings = 0
    var outcomes: [String: Int] = [:]
    var events: [String: Int] = [:]
    var rows = 0
    var dueAtChanges: [String: Instant] = [:]
    var cuts = 0
    var naps = 0
    var differences: [String] = []
  }

  func live(days: Int, from start: Instant) throws -> Years {
    let bench = try prepared()
    let history = History(
      human: .moody(seed: 1), room: (atOnce: 8, inAll: .max), start: start, zone: 0, actions: Household.setUp)
    let world = try World(history, on: bench)
    var model = Model(history, wall: bench.wall)
    model.monotonic = world.time.monotonic
    var household = Household()
    var years = Years()
    for day in 0..<days {
      years.days = day + 1
      var actions = (day == 0 ? history.actions : []) + household.day(day)
      // To about the next noon, by the monotonic clock.
      let next = start + .seconds((day + 1) * 86_400)
      actions.append(.pass(0))
      for action in actions {
        years.differences += try differences(world, &model, action, isWhole: false).map {
          "day \(day), \(action): \($0)"
        }
        guard years.differences.isEmpty else { return years }
      }
      let rest = max(0, Int((next - model.now).components.seconds))
      let isWhole = day % 365 == 364 || day == days - 1
      years.differences += try differences(world, &model, .pass(rest), isWhole: isWhole).map { "day \(day): \($0)" }
      guard years.differences.isEmpty else { return years }
      world.ledger.assumeIsolated { $0.storeEvents() }
    }
    let store = bench.state.store.database
    for (word, count) in try store.run(
      "SELECT outcome, COUNT(*) FROM rings WHERE outcome IS NOT NULL GROUP BY outcome",
      row: { ($0.text(0), Int($0.integer(1))) })
    {
      years.outcomes[word] = count
    }
    for (kind, count) in try store.run(
      "SELECT kind, COUNT(*) FROM events GROUP BY kind", row: { ($0.text(0), Int($0.integer(1))) })
    {
      years.events[kind] = count
    }
    years.rows = try store.run("SELECT COUNT(*) FROM rings") { Int($0.integer(0)) }.first ?? 0
    for (key, due) in try store.run(
      "SELECT key, due FROM rings WHERE key LIKE '%T02:30'", row: { ($0.text(0), Instant(nanoseconds: $0.integer(1))) })
    {
      years.dueAtChanges[key] = due
    }
    years.rings = world.promises.rings
    if years.rings != model.begun { years.differences.append("\(years.rings) rings, \(model.begun) by the book") }
    (years.cuts, years.naps) = (household.cuts, household.naps)
    return years
  }
}
