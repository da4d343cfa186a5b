/// Arithmetic of the proleptic Gregorian calendar for any year, in days since 1970-01-01.
///
/// Internally, years start on 1 March, so that a leap day is the last day of its year. They repeat every 400 years, or
/// 146,097 days.
package enum Calendar {
  package static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// `month` is 1...12.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func days(year: Int, month: Int, day: Int) -> Int64 {
    let shiftedYear = Int64(month > 2 ? year : year - 1)
    let monthFromMarch = Int64((month + 9) % 12)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let leapDays =
      shiftedYear.flooredDivision(by: 4) - shiftedYear.flooredDivision(by: 100)
      + shiftedYear.flooredDivision(by: 400)
    // There are 719,468 days between 0000-03-01 and 1970-01-01.
    return shiftedYear * 365 + leapDays + dayOfYear - 719_468
  }

  static func civil(daysSinceEpoch days: Int64) -> (year: Int, month: Int, day: Int) {
    let fromMarchOfYear0 = days + 719_468
    let era = fromMarchOfYear0.flooredDivision(by: 146_097)
    let dayOfEra = fromMarchOfYear0.flooredRemainder(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (Int(era * 400 + yearOfEra) + (month <= 2 ? 1 : 0), Int(month), Int(day))
  }
}
