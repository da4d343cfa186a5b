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
    let history = History(
      human: .moody(seed: 1), room: (atOnce: 8, inAll: .max), start: start, zone: 0, actions: Household.setUp)
    let (world, first) = try begin(history)
    var model = first
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
    let store = world.bench.state.store.database
    func numbers(_ sql: String) throws -> [String: Int64] {
      Dictionary(try store.run(sql) { ($0.text(0), $0.integer(1)) }) { _, last in last }
    }
    years.outcomes = try numbers("SELECT outcome, COUNT(*) FROM rings WHERE outcome IS NOT NULL GROUP BY outcome")
      .mapValues { Int($0) }
    years.events = try numbers("SELECT kind, COUNT(*) FROM events GROUP BY kind").mapValues { Int($0) }
    years.rows = try store.run("SELECT COUNT(*) FROM rings") { Int($0.integer(0)) }.first ?? 0
    years.dueAtChanges = try numbers("SELECT key, due FROM rings WHERE key LIKE '%T02:30'")
      .mapValues { Instant(nanoseconds: $0) }
    years.rings = world.promises.rings
    if years.rings != model.begun { years.differences.append("\(years.rings) rings, \(model.begun) by the book") }
    (years.cuts, years.naps) = (household.cuts, household.naps)
    return years
  }
}
