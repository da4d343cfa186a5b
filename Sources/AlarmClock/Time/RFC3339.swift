/// Formats and reads timestamps for programs (RFC 3339, section 5.6).
public enum RFC3339 {
  /// Returns the wall-clock time of `zone` with its offset, such as `2026-11-21T07:30:00+01:00`, with milliseconds if
  /// they are not 0.
  ///
  /// The format only allows offsets in whole minutes. Offsets with seconds (local mean times of the 19th century) are
  /// rounded toward the west, and the wall-clock time with them, so that the instant stays correct.
  public static func format(_ instant: Instant, in zone: ZoneRules) -> String {
    let offset = zone.offset(at: instant).flooredDivision(by: 60) * 60
    let local = LocalDateTime(secondsSinceEpoch: instant.seconds + offset)
    let milliseconds = instant.nanoseconds.flooredRemainder(by: 1_000_000_000) / 1_000_000
    let fraction = milliseconds == 0 ? "" : ".\(milliseconds.padded(to: 3))"
    let time = "\(local.time.hour.padded(to: 2)):\(local.time.minute.padded(to: 2)):\(local.time.second.padded(to: 2))"
    let minutes = offset.magnitude / 60
    let suffix = "\(offset < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    return "\(local.date)T\(time)\(fraction)\(suffix)"
  }

  /// Returns `nil` unless the text is an RFC 3339 timestamp between 1677 and 2262. Drops digits beyond nanoseconds and
  /// refuses a leap second (`:60`), which POSIX time does not have.
  public static func parse(_ text: String) -> Instant? {
    var scanner = TextScanner(text)
    guard let date = scanner.date(), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.number(digits: 2...2), scanner.skip(":"),
      let minute = scanner.number(digits: 2...2), scanner.skip(":"),
      let second = scanner.number(digits: 2...2),
      let time = LocalTime(hour: Int(hour), minute: Int(minute), second: Int(second)),
      let nanoseconds = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    let seconds = LocalDateTime(date: date, time: time).secondsSinceEpoch - offset
    guard seconds > Instant.min.seconds, seconds < Instant.max.seconds else { return nil }
    return Instant(nanoseconds: seconds * 1_000_000_000 + nanoseconds)
  }
}

extension TextScanner {
  /// Reads a fraction such as `.5` in nanoseconds. Returns 0 if there is no fraction, and `nil` if its digits are
  /// missing.
  fileprivate mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    let digits = run(while: \.isASCIIDigit)
    if digits.isEmpty { return nil }
    let nine = String(decoding: digits.prefix(9), as: UTF8.self)
    return Int64(nine + String(repeating: "0", count: 9 - nine.utf8.count))
  }

  /// Reads `Z` or an offset such as `+01:00` in seconds east of UTC.
  fileprivate mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(digits: 2...2), hours < 24, skip(":"),
      let minutes = number(digits: 2...2), minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
