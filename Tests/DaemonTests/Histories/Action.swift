import AlarmClock
import Control

/// One thing that happens to a clock. Alarms are named by their number, modulo how many there are, so that a history
/// makes sense whichever of its actions are left out.
enum Action: Hashable, Sendable {
  case pass(Int)
  /// Passes until so many seconds after (negative: before) the next ring, or for an hour where there is none.
  case approach(Int)
  /// The clock comes to be so many seconds ahead of the truth, and is trusted.
  case ntp(error: Int)
  /// The clock is set forward by so many seconds, by hand: it is not trusted any more.
  case set(by: Int)
  case trust(Bool)
  /// The power is off for a while; then the clock is ahead of the truth by `error`, or by as much as before if that is
  /// `nil`. For less than `shortestBoot` seconds, only the daemon restarts.
  case restart(off: Int, error: Int?, isTrusted: Bool, zone: Int?)
  case zone(Int)
  case pause(days: Int?)
  case add(Wish)
  case edit(Int, Wish)
  case change(Int, ChangeAlarm.Change)
  /// What somebody wants of what an alarm has so many days from today.
  case date(Int, days: Int, OnDate)
  case regroup(Int, group: String, ringsOnHolidays: Bool)
  /// A pause with a name, or a calendar, from now on; nil: it is removed.
  case namedPause(String, Span?)
  case calendar(String, HolidayWish?)
  /// Takes the last of these eight back.
  case undo
  /// Takes some of another clock's copy over.
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

/// In days from today.
struct Span: Hashable, Sendable {
  var from: Int
  var until: Int
  var whom = Whom.all
}

/// In days from today.
struct HolidayWish: Hashable, Sendable {
  var days: [Int]
  var whom = Whom.all
}

/// What somebody wants of an alarm.
struct Wish: Hashable, Sendable {
  enum When: Hashable, Sendable {
    case weekly(Weekdays, LocalTime)
    /// So many days from today.
    case once(days: Int, LocalTime)
    case delay(minutes: Int)
    /// These three in days from today.
    case weeks(Weekdays, every: Int, LocalTime, from: Int?, until: Int?)
    case months(MonthDays, LocalTime, from: Int?, until: Int?)
    case cycle([LocalTime?], from: Int, until: Int?)
  }

  var when: When
  var catchUp = 15
  var silenceAfter = 60
  /// For so many minutes before its ring it cannot be taken back.
  var lock = 0
}

extension Wish {
  /// What was wanted by dates; nil: it was not.
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

/// A beginning, and what happens then.
struct History: Sendable, CustomStringConvertible {
  var seed: UInt64 = 0
  var human: Human
  /// How many alarms there may be at once, and in all.
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
