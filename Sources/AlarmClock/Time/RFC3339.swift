/// Timestamps for programs: RFC 3339, section 5.6.
public enum RFC3339 {
  /// The wall clock of `zone` with its offset: `2026-11-21T07:30:00+01:00`; milliseconds when they are not 0.
  ///
  /// An offset is written in whole minutes, as the format has no more: one with seconds (local mean times of the 19th
  /// century) is rounded towards the west, and the wall clock with it, so that the instant stays true.
  public static func format(_ instant: Instant, in zone: ZoneRules) -> String {
    let offset = Int64(zone.offset(at: instant).secondsEast).flooredDivision(by: 60) * 60
    let local = LocalDateTime(secondsSinceEpoch: instant.seconds + offset)
    let milliseconds = instant.nanoseconds.flooredRemainder(by: 1_000_000_000) / 1_000_000
    let fraction = milliseconds == 0 ? "" : ".\(milliseconds.padded(to: 3))"
    let time = "\(local.time.hour.padded(to: 2)):\(local.time.minute.padded(to: 2)):\(local.time.second.padded(to: 2))"
    let minutes = offset.magnitude / 60
    let suffix = "\(offset < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    return "\(local.date)T\(time)\(fraction)\(suffix)"
  }

  /// Nil for any text but an RFC 3339 timestamp between 1677 and 2262. Digits beyond the nanosecond are dropped; a leap
  /// second (`:60`) is refused, since POSIX time has none.
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
  /// Nanoseconds of `.5`, 0 when there is no fraction; nil when digits are missing.
  fileprivate mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    let digits = run(while: \.isASCIIDigit)
    if digits.isEmpty { return nil }
    let nine = String(decoding: digits.prefix(9), as: UTF8.self)
    return Int64(nine + String(repeating: "0", count: 9 - nine.utf8.count))
  }

  /// Seconds east of UTC of `Z` or `+01:00`.
  fileprivate mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(digits: 2...2), hours < 24, skip(":"),
      let minutes = number(digits: 2...2), minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
