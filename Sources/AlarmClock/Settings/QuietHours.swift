/// When the clock makes no sound by itself. It never mutes an alarm.
public enum QuietHours: Hashable, Sendable {
  case off
  case on
  /// From one time of day to another, over midnight where the second is the earlier one.
  case daily(from: LocalTime, to: LocalTime)

  public func isQuiet(at time: LocalTime) -> Bool {
    switch self {
    case .off: false
    case .on: true
    case .daily(let from, let to): from <= to ? from <= time && time < to : time >= from || time < to
    }
  }
}

extension QuietHours {
  /// When they end by themselves; nil: they do not.
  public func end(after now: Instant, in zone: ZoneRules) -> Instant? {
    guard case .daily(_, let time) = self else { return nil }
    let today = zone.local(now).date
    return [today, today.adding(days: 1)].map { day in
      zone.resolve(LocalDateTime(date: day, time: time)).instant
    }.first { $0 > now }
  }
}

extension QuietHours: CustomStringConvertible {
  /// `off`, `on` or `22:00-07:00`.
  public var description: String { text(.hours24) }

  /// The same, or `10:00pm-7:00am`, as people want to read it.
  public func text(_ format: Settings.TimeFormat) -> String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .daily(let from, let to): "\(from.text(format))-\(to.text(format))"
    }
  }
}
