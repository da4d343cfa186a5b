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

  /// 02:30 on the Sundays when Berlin's clock changes, and its due time, from the calendar and not from zone data.
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
    // At least two workday alarms, two daily ones, three at the weekend each week, two shifts of three days, and naps.
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

/// A household that uses its clock day after day for years.
struct Household {
  /// Two people get up on workdays, everybody sleeps longer at the weekend, the dog wants its dinner, and somebody
  /// takes a pill each evening. On Sundays a shift begins at a time that clock changes skip or repeat. Another person
  /// works in other shifts.
  static let standing: [(Weekdays, String)] = [
    (.workdays, "06:15"), (.workdays, "06:45"), (.weekend, "09:00"), (.daily, "18:00"), (.daily, "21:30"),
    (Weekdays(.sunday), "02:30"),
  ]

  static let shifts = ["05:30", "05:30", "13:30", "13:30", "-", "-"].map { LocalTime($0) }
  static var alarmCount: Int { standing.count + 1 }

  /// The pill is taken on holidays too.
  static var setUp: [Action] {
    standing.compactMap { days, time in LocalTime(time).map { .add(Wish(when: .weekly(days, $0))) } }
      + [.add(Wish(when: .cycle(shifts, from: 0, until: nil)))]
      + [0, 1, 6].map { .regroup($0, group: "work", ringsOnHolidays: false) }
      + [.regroup(4, group: "", ringsOnHolidays: true)]
  }

  private var dice = SeededGenerator(state: 2026)
  private(set) var cuts = 0
  private(set) var naps = 0

  /// Returns the actions of one day, from noon to noon. One-offs come after the standing alarms, at index 7.
  mutating func day(_ day: Int) -> [Action] {
    var actions: [Action] = []
    // Each year's calendar replaces the last one, and the work alarms pause in summer.
    if day % 365 == 0 {
      actions.append(.calendar("bank", HolidayWish(days: [0, 92, 95, 120, 133, 144, 275, 357, 358])))
    }
    if day % 365 == 170 { actions.append(.namedPause("summer", Span(from: 20, until: 34, whom: .group("work")))) }
    // Easter and Christmas, two weeks each.
    if day % 365 == 90 || day % 365 == 355 { actions.append(.pause(days: 14)) }
    if dice.isLucky(oneIn: 3) {
      naps += 1
      actions += [.add(Wish(when: .delay(minutes: dice.number(10...90)))), .approach(1800), .change(7, .remove)]
    }
    if dice.isLucky(oneIn: 15), let time = LocalTime("04:20") {
      actions += [.add(Wish(when: .once(days: 1, time))), .pass(17 * 3600 + 1800), .change(7, .remove)]
    }
    if dice.isLucky(oneIn: 20) { actions.append(.change(dice.number(0...6), .skip)) }
    if dice.isLucky(oneIn: 40), let late = LocalTime("09:40") {
      let wish: OnDate = dice.one(of: [.skip, .move(late), .unskip])
      actions.append(.date(dice.number(0...6), days: dice.number(0...6), wish))
    }
    if dice.isLucky(oneIn: 30) { actions.append(.restart(off: 40, error: 0, isTrusted: true, zone: nil)) }
    if dice.isLucky(oneIn: 40) {
      cuts += 1
      // A clock without a battery stands still during the power cut, until the network sets it.
      let off = dice.number(1...6 * 3600)
      actions += [
        .pass(dice.number(0...12 * 3600)), .restart(off: off, error: -off, isTrusted: false, zone: nil),
        .pass(dice.number(5...50)), .ntp(error: 0),
      ]
    }
    if dice.isLucky(oneIn: 50) {
      actions += [.approach(dice.number(1...40)), .restart(off: 30, error: 0, isTrusted: true, zone: nil)]
    }
    if dice.isLucky(oneIn: 10) { actions.append(.ntp(error: dice.number(-1...1))) }
    return actions
  }
}

/// The person who answers rings, and how soon.
enum Human: Hashable, Sendable {
  /// Answers two rings in three, after one of these delays in seconds; random, but always the same for one occurrence.
  case moody(seed: UInt64, after: [Int] = [10, 45, 200, 1500])
  case answers(after: Int)
  case neverAnswers

  /// Returns the delay from the beginning of a ring, or from a restart, to its answer, or `nil` if nobody answers.
  func delay(_ number: Int, _ key: Occurrence.Key) -> Duration? {
    switch self {
    case .neverAnswers: return nil
    case .answers(let seconds): return .seconds(seconds)
    case .moody(let seed, let delays):
      let hash = key.description.utf8.reduce(seed &+ UInt64(number)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      var dice = SeededGenerator(state: hash)
      return dice.isLucky(oneIn: 3) ? nil : .seconds(dice.one(of: delays))
    }
  }

  static let cardCount = 8

  static func card(of number: Int) -> Int { number % cardCount }

  static func card(named cards: [String]) -> Int { cards.first.flatMap { Int($0.dropFirst(4)) } ?? 0 }
}
