/// A date of the Gregorian calendar.
struct CivilDate: Hashable, Comparable {
  var year: Int
  var month: Int
  var day: Int

  /// Days since 1970-01-01.
  var number: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Example: `2026-11-22`.
  var text: String {
    let year = String("000\(year)".suffix(4))
    return "\(year)-\(Unit.twoDigits(month))-\(Unit.twoDigits(day))"
  }

  var monthName: String {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
  }

  static func < (one: CivilDate, other: CivilDate) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

extension CivilDate {
  /// - Parameter day: days since 1970-01-01, limited to the years 1 to 9999.
  init(day: Int) {
    // Years begin in March here, so that the leap day is the last one (Howard Hinnant, chrono-compatible algorithms).
    let shifted = min(max(day, -719_162), 2_932_896) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    year = era * 400 + yearOfEra + (self.month <= 2 ? 1 : 0)
  }
}
