import AlarmClock
import Control
import TestSupport

/// Another clock's copy, and the user's choices when importing it. Alarms of mine have their numbers, as in `Action`.
struct OtherClock: Hashable, Sendable {
  enum Who: Hashable, Sendable {
    /// An alarm of mine, with its id: both clocks were set up from the same backup.
    case same(Int)
    /// An alarm of mine that was set up there by hand, under an id that only the other clock has.
    case twin(Int, stranger: Int)
    case stranger(Int)
  }

  struct Person: Hashable, Sendable {
    var who: Who
    /// `nil` leaves the alarm as mine.
    var wish: Wish?
    /// Whether its times and exceptions are the same as mine.
    var keepsTimes: Bool
    var label: String
    var isEnabled: Bool
    var group: String
    var ringsOnHolidays: Bool
    /// By days from today.
    var dates: [Int: OnDate]
    /// Whether it skips the occurrence that is armed here.
    var skips: Bool
  }

  var alarms: [Person]
  var pausedDays: Int?
  /// Pauses and calendars name an alarm by its index in `alarms`, modulo their number.
  var pauses: [String: Span]
  var calendars: [String: HolidayWish]
  var choices: [ImportChoice]

  /// Returns the user's choice for, for example, `alarm 3` or `pause a`.
  func choice(_ name: String) -> ImportChoice {
    choices[name.utf8.reduce(0) { $0 + Int($1) } % choices.count]
  }

  /// The numbers of alarms that only the other clock has.
  static let numbers = 200_000..<200_003
  static func id(of number: Int) -> String { "s\(number % 100_000)" }
  /// The first number of the copies of theirs beside mine.
  static let firstCopy = 100_000
  /// The most alarms that a history has time for.
  static let mostAlarms = 9
}

extension OtherClock {
  private static let labels = ["", "", "Work", "Work", "Dog", "Work 2", "Work 3"]

  init(_ dice: inout SeededGenerator) {
    alarms = (0..<dice.number(0...3)).map { _ in Self.person(&dice) }
    pausedDays = dice.isLucky(oneIn: 4) ? dice.number(-1...4) : nil
    pauses = [:]
    calendars = [:]
    for name in ["a", "b"] where dice.isLucky(oneIn: 3) { pauses[name] = History.span(&dice) }
    if dice.isLucky(oneIn: 3) { calendars["bank"] = History.holidays(&dice) }
    choices = (0..<dice.one(of: [1, 5])).map { _ in dice.one(of: ImportChoice.allCases) }
  }

  private static func person(_ dice: inout SeededGenerator) -> Person {
    let (number, stranger) = (dice.number(0...7), dice.number(0...numbers.count - 1))
    let who: Who =
      switch dice.number(1...6) {
      case 1...3: .same(number)
      case 4: .twin(number, stranger: stranger)
      default: .stranger(stranger)
      }
    var keepsTimes = dice.isLucky(oneIn: 2)
    if case .stranger = who { keepsTimes = false }
    var wish = History.wish(&dice)
    if case .once(let days, let time) = wish.when { wish.when = .once(days: days - dice.number(0...3), time) }
    var dates: [Int: OnDate] = [:]
    if dice.isLucky(oneIn: 2) { dates[dice.number(-1...3)] = History.onDate(&dice) }
    return Person(
      who: who, wish: dice.isLucky(oneIn: 5) ? nil : wish, keepsTimes: keepsTimes,
      label: dice.one(of: labels), isEnabled: !dice.isLucky(oneIn: 5), group: dice.one(of: ["", "work", "home"]),
      ringsOnHolidays: dice.isLucky(oneIn: 4), dates: dates, skips: dice.isLucky(oneIn: 5))
  }
}

/// One thing that happens to a clock. Actions name an alarm by a number, taken modulo the number of alarms, so that a
/// history stays valid when any of its actions are left out.
enum Action: Hashable, Sendable {
  case pass(Int)
  /// Passes until this many seconds after the next ring (before it if negative), or after an hour if there is none.
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
  case take(OtherClock)

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
