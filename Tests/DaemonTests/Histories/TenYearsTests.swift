import AlarmClock
import TestSupport
import Testing

@testable import Daemon
@testable import Storage

@Suite struct TenYearsTests {
  /// 2026-01-01T11:00Z is noon in Berlin.
  private static let start = Instant(seconds: 1_767_265_200)
  /// `ROUSE_YEARS`, at most the ten that `changes` covers.
  private static let years = min(10, TestSize.number("ROUSE_YEARS", usual: 3))
  /// Ten years have two leap days, hence 365.25 days a year, rounded down.
  private static let days = years * 36_525 / 100

  /// 02:30 on the Sundays when Berlin's clock changes, and its due time, taken from the calendar and not from zone
  /// data.
  private static let changes: [(key: String, due: String)] = [
    ("2026-03-29", "2026-10-25"), ("2027-03-28", "2027-10-31"), ("2028-03-26", "2028-10-29"),
    ("2029-03-25", "2029-10-28"), ("2030-03-31", "2030-10-27"), ("2031-03-30", "2031-10-26"),
    ("2032-03-28", "2032-10-31"), ("2033-03-27", "2033-10-30"), ("2034-03-26", "2034-10-29"),
    ("2035-03-25", "2035-10-28"),
  ].flatMap { spring, autumn in
    [("\(spring)T02:30", "\(spring)T01:00:00Z"), ("\(autumn)T02:30", "\(autumn)T00:30:00Z")]
  }

  @Test func yearsOfAHouseholdLoseAndDoubleNothing() async throws {
    let clock = ContinuousClock()
    let begin = clock.now
    let years = try await Player().live(days: Self.days, from: Self.start)
    let duration = clock.now - begin
    #expect(years.differences == [])
    if !years.differences.isEmpty { TestSize.printFirstDifference(at: years.days, of: "day") }

    for (key, due) in Self.changes.prefix(2 * Self.years) {
      #expect(years.dueAtChanges[key] == RFC3339.parse(due), "\(key)")
    }
    // Every occurrence has one row, and each standing alarm has one occurrence to come.
    let outcomes = years.outcomes.values.reduce(0, +)
    #expect(years.rows == outcomes + Household.alarmCount)
    // Each ring has its outcome, except one that may be under way; the log must agree.
    let ended = (years.outcomes["dismissed"] ?? 0) + (years.outcomes["missed"] ?? 0)
    #expect((years.rings - 1...years.rings).contains(ended))
    #expect(years.events["fired"] == years.rings)
    #expect(years.events["dismiss_success_qr"] == years.outcomes["dismissed"])
    #expect(years.events["missed"] == (years.outcomes["missed"] ?? 0) + (years.outcomes["missed_unrung"] ?? 0))
    #expect(years.events["skipped"] == years.outcomes["skipped"])
    // Lower bound: two workday alarms, two daily ones and three at the weekend each week, two shifts of three days, and
    // naps.
    #expect(outcomes > 1640 * Self.years)
    let words = years.outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print(
      "figure: \(Self.years) years: \(years.rings) rings in \(duration.components.seconds) s "
        + "(\(words); \(years.cuts) power cuts, \(years.naps) naps, \(years.events.values.reduce(0, +)) events)")
  }
}

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
