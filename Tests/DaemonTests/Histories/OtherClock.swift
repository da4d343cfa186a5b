import AlarmClock
import TestSupport

/// The contents of another clock's copy, and the user's choices when importing it. Alarms of mine are named by their
/// number, as in `Action`.
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
