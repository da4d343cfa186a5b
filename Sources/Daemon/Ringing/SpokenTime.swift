import AlarmClock

enum SpokenTime {
  /// `It is 7:30.`, `It is 7:30 AM.`; of a clock that is not trusted, `It may be 7:30.`
  static func words(for time: LocalTime, _ format: Settings.TimeFormat, isTrusted: Bool) -> String {
    "It \(isTrusted ? "is" : "may be") \(words(for: time, format))."
  }

  /// `7:30`, `7 o'clock`, `7:30 AM`.
  static func words(for time: LocalTime, _ format: Settings.TimeFormat) -> String {
    let minute = time.minute == 0 ? "" : time.minute < 10 ? ":0\(time.minute)" : ":\(time.minute)"
    return switch format {
    case .hours24 where minute.isEmpty: time.hour == 0 ? "midnight" : "\(time.hour) o'clock"
    case .hours24: "\(time.hour)\(minute)"
    case .hours12: "\(time.hourOfTwelve)\(minute) \(time.hour < 12 ? "AM" : "PM")"
    }
  }
}
