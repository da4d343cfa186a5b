/// A value of type RECUR (RFC 5545, 3.3.10), of an event of whole days.
struct RecurrenceRule: Hashable {
  enum Frequency: String, Hashable {
    case yearly = "YEARLY"
    case monthly = "MONTHLY"
    case weekly = "WEEKLY"
    case daily = "DAILY"
  }

  /// `MO`, `2MO`, `-1MO`.
  struct Weekday: Hashable {
    /// 0: each; 1: the first; -1: the last.
    var ordinal: Int
    /// 0: Monday.
    var weekday: Int
  }

  var frequency: Frequency
  var interval = 1
  var count: Int?
  var until: DayNumber?
  /// The moment that UNTIL names, where it does so by a time in UTC.
  var untilUTC: DayValue?
  var months: Set<Int> = []
  var weekNumbers: Set<Int> = []
  var yearDays: Set<Int> = []
  var monthDays: Set<Int> = []
  var weekdays: Set<Weekday> = []
  var positions: Set<Int> = []
  /// 0: Monday.
  var weekStart = 0

  init(_ frequency: Frequency) { self.frequency = frequency }

  /// With what DTSTART has to say where the rule says nothing: the month, the day of the month or of the week.
  func completed(by start: DayFacts) -> RecurrenceRule {
    var rule = self
    switch frequency {
    case .yearly where weekdays.isEmpty && monthDays.isEmpty && yearDays.isEmpty:
      if weekNumbers.isEmpty {
        if months.isEmpty { rule.months = [start.month] }
        rule.monthDays = [start.day]
      } else {
        rule.weekdays = [Weekday(ordinal: 0, weekday: start.weekday)]
      }
    case .monthly where weekdays.isEmpty && monthDays.isEmpty: rule.monthDays = [start.day]
    case .weekly where weekdays.isEmpty: rule.weekdays = [Weekday(ordinal: 0, weekday: start.weekday)]
    default: break
    }
    return rule
  }
}
