import AlarmClock
import TestSupport

/// What a household does with its clock in one day after another, for years.
struct Household {
  /// Two get up on workdays, all sleep longer at the weekend, the dog wants its dinner, somebody takes a pill each
  /// evening; and a shift begins on Sundays at a time that the clock's changes leave out or repeat.
  static let standing: [(Weekdays, String)] = [
    (.workdays, "06:15"), (.workdays, "06:45"), (.weekend, "09:00"), (.daily, "18:00"), (.daily, "21:30"),
    (Weekdays(.sunday), "02:30"),
  ]

  static var setUp: [Action] {
    standing.compactMap { days, time in LocalTime(time).map { .add(Wish(when: .weekly(days, $0))) } }
  }

  private var dice = SeededGenerator(state: 2026)
  private(set) var cuts = 0
  private(set) var naps = 0

  /// What happens on one day, from noon to noon. One-offs stand after the standing alarms.
  mutating func day(_ day: Int) -> [Action] {
    var actions: [Action] = []
    // Easter and Christmas, two weeks each.
    if day % 365 == 90 || day % 365 == 355 { actions.append(.pause(days: 14)) }
    if dice.isLucky(oneIn: 3) {
      naps += 1
      actions += [.add(Wish(when: .delay(minutes: dice.number(10...90)))), .approach(1800), .change(6, .remove)]
    }
    if dice.isLucky(oneIn: 15), let time = LocalTime("04:20") {
      actions += [.add(Wish(when: .once(days: 1, time))), .pass(17 * 3600 + 1800), .change(6, .remove)]
    }
    if dice.isLucky(oneIn: 20) { actions.append(.change(dice.number(0...5), .skip)) }
    if dice.isLucky(oneIn: 30) { actions.append(.restart(off: 40, error: 0, isTrusted: true, zone: nil)) }
    if dice.isLucky(oneIn: 40) {
      cuts += 1
      // Without a battery the clock stands still meanwhile, until the network is back.
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
