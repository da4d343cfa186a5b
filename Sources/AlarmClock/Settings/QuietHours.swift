/// The times when the clock makes no sound by itself. They never mute an alarm.
public enum QuietHours: Hashable, Sendable, CustomStringConvertible {
  case off
  case on
  /// Between two times of day, past midnight if `to` is earlier than `from`.
  case daily(from: LocalTime, to: LocalTime)

  public func isQuiet(at time: LocalTime) -> Bool {
    switch self {
    case .off: false
    case .on: true
    case .daily(let from, let to): from <= to ? from <= time && time < to : time >= from || time < to
    }
  }

  /// Returns when the quiet hours next end, or `nil` unless they are daily.
  public func end(after now: Instant, in zone: ZoneRules) -> Instant? {
    guard case .daily(_, let time) = self else { return nil }
    let today = zone.local(now).date
    return [today, today.adding(days: 1)].map { day in
      zone.resolve(LocalDateTime(date: day, time: time)).instant
    }.first { $0 > now }
  }

  public var description: String { text(.hours24) }

  /// Returns `off`, `on`, or the hours in the user's format: `22:00-07:00` or `10:00pm-7:00am`.
  public func text(_ format: Settings.TimeFormat) -> String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .daily(let from, let to): "\(from.text(format))-\(to.text(format))"
    }
  }
}
