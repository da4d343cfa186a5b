/// The rule of a POSIX TZ string: standard time, and optionally daylight-saving time between two changes a year.
///
/// From IEEE Std 1003.1, section 8.3, with the change times of -167...167 hours that RFC 9636, section 3.3.2 adds.
/// Daylight saving may fall in winter and be behind standard time ("negative", as in Dublin), or last all year.
struct POSIXZone: Hashable, Sendable {
  private var standard: Int64
  private var daylight: Daylight?

  private struct Daylight: Hashable, Sendable {
    var offset: Int64
    var start: Change
    var end: Change
  }

  /// A yearly change, given in the wall-clock time in force just before it.
  private struct Change: Hashable, Sendable {
    var day: Day
    /// Seconds after the day's midnight, -167 to 167 hours.
    var time: Int64

    /// Seconds after 1970-01-01T00:00 on the wall clock.
    func wallSeconds(in year: Int) -> Int64 { day.daysSinceEpoch(in: year) * 86_400 + time }
  }

  private enum Day: Hashable, Sendable {
    /// `Jn`: 1...365, 29 February is never counted.
    case julian(Int)
    /// `n`: 0...365, 29 February is counted.
    case zeroBased(Int)
    /// `Mm.w.d`: the `week`th weekday of the month, where week 5 is the last and weekday 0 is Sunday.
    case weekday(Int, week: Int, month: Int)

    func daysSinceEpoch(in year: Int) -> Int64 {
      switch self {
      case .julian(let day):
        let isShifted = day > 59 && Calendar.isLeap(year)
        return Calendar.days(year: year, month: 1, day: 1) + Int64(day - 1 + (isShifted ? 1 : 0))
      case .zeroBased(let day):
        return Calendar.days(year: year, month: 1, day: 1) + Int64(day)
      case .weekday(let weekday, let week, let month):
        let first = Calendar.days(year: year, month: month, day: 1)
        // 1970-01-01 was a Thursday (4).
        let firstWeekday = Int((first + 4).flooredRemainder(by: 7))
        var day = (weekday - firstWeekday + 7) % 7 + 7 * (week - 1)
        if day >= Calendar.days(inMonth: month, of: year) { day -= 7 }
        return first + Int64(day)
      }
    }
  }

  /// Returns the span of constant offset around `seconds` (since 1970), clamped to start no earlier than `beginning`.
  func span(at seconds: Int64, since beginning: Int64) -> ZoneSpan {
    guard let daylight else {
      return ZoneSpan(start: beginning, end: ZoneSpan.distantFuture, offset: standard)
    }
    let wallDay = (seconds + standard).flooredDivision(by: 86_400)
    let year = Calendar.civil(daysSinceEpoch: wallDay).year
    var span = ZoneSpan(start: ZoneSpan.distantPast, end: ZoneSpan.distantFuture, offset: standard)
    // A change can fall up to a week outside its year, so the offset in force early in January of last year can come
    // from the year before that.
    for year in year - 2...year + 2 {
      let end = daylight.end.wallSeconds(in: year) - daylight.offset
      let start = daylight.start.wallSeconds(in: year) - standard
      if end > seconds {
        span.end = min(span.end, end)
      } else if end > span.start {
        (span.start, span.offset) = (end, standard)
      }
      if start > seconds {
        span.end = min(span.end, start)
      } else if start >= span.start {
        // If a start and an end coincide, the start wins: this is how daylight saving lasts all year.
        (span.start, span.offset) = (start, daylight.offset)
      }
    }
    span.start = max(span.start, beginning)
    return span
  }

  /// Parses text such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+0330>-3:30`. Returns `nil` if it is malformed or if
  /// daylight saving has no rules.
  init?(_ text: String) {
    var scanner = TextScanner(text)
    guard scanner.skipZoneName(), let west = scanner.zoneTime(maximumHours: 24), abs(west) < 86_400 else { return nil }
    standard = -west
    if scanner.isAtEnd { return }

    guard scanner.skipZoneName(),
      let daylightWest = scanner.next == UInt8(ascii: ",") ? west - 3600 : scanner.zoneTime(maximumHours: 24),
      abs(daylightWest) < 86_400, let start = Self.change(&scanner), let end = Self.change(&scanner), scanner.isAtEnd
    else { return nil }
    daylight = Daylight(offset: -daylightWest, start: start, end: end)
  }

  /// Reads a comma, a day, and optionally `/` with a time; the default is 02:00.
  private static func change(_ scanner: inout TextScanner) -> Change? {
    guard scanner.skip(","), let day = day(&scanner),
      let time = scanner.skip("/") ? scanner.zoneTime(maximumHours: 167) : 7200
    else { return nil }
    return Change(day: day, time: time)
  }

  private static func day(_ scanner: inout TextScanner) -> Day? {
    if scanner.skip("M") {
      guard let month = scanner.number(digits: 1...2), (1...12).contains(month), scanner.skip("."),
        let week = scanner.number(digits: 1...1), (1...5).contains(week), scanner.skip("."),
        let weekday = scanner.number(digits: 1...1), (0...6).contains(weekday)
      else { return nil }
      return .weekday(Int(weekday), week: Int(week), month: Int(month))
    }
    if scanner.skip("J") {
      guard let day = scanner.number(digits: 1...3), (1...365).contains(day) else { return nil }
      return .julian(Int(day))
    }
    guard let day = scanner.number(digits: 1...3), (0...365).contains(day) else { return nil }
    return .zeroBased(Int(day))
  }
}

extension TextScanner {
  /// Skips three or more letters, or letters, digits, `+` and `-` in angle brackets.
  fileprivate mutating func skipZoneName() -> Bool {
    let isQuoted = skip("<")
    let name = run { byte in
      byte.isASCIILetter
        || isQuoted && (byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
    }
    return name.count >= 3 && (!isQuoted || skip(">"))
  }

  /// Reads `[+-]hh[:mm[:ss]]` as seconds.
  fileprivate mutating func zoneTime(maximumHours: Int64) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(digits: 1...3), hours <= maximumHours else { return nil }
    var seconds = hours * 3600
    for unit: Int64 in [60, 1] {
      guard skip(":") else { break }
      guard let part = number(digits: 2...2), part < 60 else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }
}
