import Glibc

/// A date of the Gregorian calendar.
struct CivilDate: Hashable {
  var year: Int
  var month: Int
  var day: Int

  /// Days since 1970-01-01.
  var number: Int {
    var moment = tm()
    moment.tm_year = Int32(year - 1900)
    moment.tm_mon = Int32(month - 1)
    moment.tm_mday = Int32(day)
    return timegm(&moment) / 86_400
  }

  /// Example: `2026-11-22`.
  var text: String {
    let year = String("000\(year)".suffix(4))
    return "\(year)-\(Unit.twoDigits(month))-\(Unit.twoDigits(day))"
  }

  var monthName: String {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
  }
}

extension CivilDate {
  /// - Parameter day: days since 1970-01-01, limited to the years 1 to 9999.
  init(day: Int) {
    var seconds = min(max(day, -719_162), 2_932_896) * 86_400
    var moment = tm()
    gmtime_r(&seconds, &moment)
    year = Int(moment.tm_year) + 1900
    month = Int(moment.tm_mon) + 1
    self.day = Int(moment.tm_mday)
  }
}
