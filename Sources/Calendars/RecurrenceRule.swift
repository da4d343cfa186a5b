import AlarmClock

/// A value of type RECUR (RFC 5545, 3.3.10) for an all-day event.
struct RecurrenceRule: Hashable {
  enum Frequency: String, Hashable {
    case yearly = "YEARLY"
    case monthly = "MONTHLY"
    case weekly = "WEEKLY"
    case daily = "DAILY"
  }

  /// A value such as `MO`, `2MO` or `-1MO`.
  struct Weekday: Hashable {
    /// 0 for every, 1 for the first, -1 for the last.
    var ordinal: Int
    /// 0 is Monday.
    var weekday: Int
  }

  var frequency: Frequency
  var interval = 1
  var count: Int?
  var until: DayNumber?
  /// The value of UNTIL if it is a time in UTC.
  var untilUTC: DayValue?
  var months: Set<Int> = []
  var weekNumbers: Set<Int> = []
  var yearDays: Set<Int> = []
  var monthDays: Set<Int> = []
  var weekdays: Set<Weekday> = []
  var positions: Set<Int> = []
  /// 0 is Monday.
  var weekStart = 0

  init(_ frequency: Frequency) { self.frequency = frequency }

  /// Returns the rule with the month, day or weekday of DTSTART where it names none.
  func completed(by start: LocalDate) -> RecurrenceRule {
    var rule = self
    switch frequency {
    case .yearly where weekdays.isEmpty && monthDays.isEmpty && yearDays.isEmpty:
      if weekNumbers.isEmpty {
        if months.isEmpty { rule.months = [start.month] }
        rule.monthDays = [start.day]
      } else {
        rule.weekdays = [Weekday(ordinal: 0, weekday: start.number.weekday)]
      }
    case .monthly where weekdays.isEmpty && monthDays.isEmpty: rule.monthDays = [start.day]
    case .weekly where weekdays.isEmpty: rule.weekdays = [Weekday(ordinal: 0, weekday: start.number.weekday)]
    default: break
    }
    return rule
  }
}
