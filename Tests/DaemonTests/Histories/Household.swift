import AlarmClock
import TestSupport

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
