/// An alarm's behavior on special days.
public struct AlarmDays: Hashable, Sendable {
  /// The name by which pauses and calendars refer to several alarms at once; empty if the alarm is in no group.
  public var group = ""
  public var ringsOnHolidays = false
  /// Keyed by the wall-clock date, on which a repeating alarm has one occurrence.
  public var exceptions: [LocalDate: Exception] = [:]

  /// The user's wish for one date. It takes priority over pauses and holidays.
  public enum Exception: Hashable, Sendable {
    case skips
    case moves(to: LocalTime)
    case rings
  }

  public static let mostExceptions = 100
}

extension AlarmDays {
  public init(group: String = "") { self.init(group: group, ringsOnHolidays: false) }

  public var moved: [LocalDate: LocalTime] {
    exceptions.compactMapValues { if case .moves(let time) = $0 { time } else { nil } }
  }

  func firstException(after date: LocalDate) -> LocalDate? {
    exceptions.keys.filter { $0 > date }.min()
  }
}
