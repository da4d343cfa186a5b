import AlarmClock
import Control

/// One thing that happens to a clock. Actions name an alarm by a number, taken modulo the number of alarms, so that a
/// history stays valid when any of its actions are left out.
enum Action: Hashable, Sendable {
  case pass(Int)
  /// Passes until this many seconds after the next ring (before it if negative). Without one, it counts as an hour
  /// away.
  case approach(Int)
  /// Sets the clock this many seconds ahead of the true time, trusted.
  case ntp(error: Int)
  /// Moves the clock by this many seconds by hand, so that it is no longer trusted.
  case set(by: Int)
  case trust(Bool)
  /// Cuts the power for `off` seconds. Then the clock is ahead of the true time by `error`, or as far as before if that
  /// is `nil`. If `off` is less than `shortestBoot` seconds, only the daemon restarts.
  case restart(off: Int, error: Int?, isTrusted: Bool, zone: Int?)
  case zone(Int)
  case pause(days: Int?)
  case add(Wish)
  case edit(Int, Wish)
  case change(Int, ChangeAlarm.Change)
  /// Skips, moves or restores the alarm's occurrence on the day `days` days from today.
  case date(Int, days: Int, OnDate)
  case regroup(Int, group: String, ringsOnHolidays: Bool)
  /// Sets or, with `nil`, removes a named pause or a calendar.
  case namedPause(String, Span?)
  case calendar(String, HolidayWish?)
  /// Undoes the last of the eight actions from `pause` to `calendar`.
  case undo
  /// Imports parts of another clock's copy.
  case take(OtherClock)
}

extension Action {
  static let shortestBoot = 20
}

enum OnDate: Hashable, Sendable {
  case skip
  case move(LocalTime)
  case unskip
}

/// Which alarms a pause or a calendar is for.
enum Whom: Hashable, Sendable {
  case all
  case alarm(Int)
  case group(String)
}

/// Offsets in days from today.
struct Span: Hashable, Sendable {
  var from: Int
  var until: Int
  var whom = Whom.all
}

/// Offsets in days from today.
struct HolidayWish: Hashable, Sendable {
  var days: [Int]
  var whom = Whom.all
}

/// An alarm as the user asks for it.
struct Wish: Hashable, Sendable {
  enum When: Hashable, Sendable {
    case weekly(Weekdays, LocalTime)
    /// The date is `days` days from today.
    case once(days: Int, LocalTime)
    case delay(minutes: Int)
    /// Rules with dates: `from` and `until` are in days from today.
    case weeks(Weekdays, every: Int, LocalTime, from: Int?, until: Int?)
    case months(MonthDays, LocalTime, from: Int?, until: Int?)
    case cycle([LocalTime?], from: Int, until: Int?)
  }

  var when: When
  var catchUp = 15
  var silenceAfter = 60
  /// Minutes before its ring from which the alarm cannot be taken back.
  var lock = 0
}

extension Wish {
  /// Returns the rule with dates, or `nil` for the other kinds of alarm.
  func rule(today: LocalDate) -> DatedRule? {
    func date(_ days: Int?) -> LocalDate? { days.map { today.adding(days: $0) } }
    return switch when {
    case .weekly, .once, .delay: nil
    case .weeks(let days, let every, let time, let from, let until):
      DatedRule(.weeks(days, every: every, at: time), from: date(from), until: date(until))
    case .months(let days, let time, let from, let until):
      DatedRule(.months(days, at: time), from: date(from), until: date(until))
    case .cycle(let times, let from, let until): DatedRule(.cycle(times), from: date(from), until: date(until))
    }
  }
}

/// A start state and a list of actions.
struct History: Sendable, CustomStringConvertible {
  var seed: UInt64 = 0
  var human: Human
  /// The most alarms at the same time and in all.
  var room = (atOnce: 5, inAll: 8)
  var start: Instant
  var zone: Int
  var actions: [Action]

  var description: String {
    let lines = actions.enumerated().map { "  \($0): \($1)" }
    return (["seed \(seed), \(RFC3339.format(start, in: .utc)), zone \(WallClock.names[zone])"] + lines)
      .joined(separator: "\n")
  }
}
