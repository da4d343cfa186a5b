/// What an alarm does on days that are not like the others.
public struct AlarmDays: Hashable, Sendable {
  /// By which pauses and calendars name several alarms at once; empty: none.
  public var group: String
  /// It rings on holidays too, whatever a calendar says.
  public var ringsOnHolidays: Bool
  /// By the date on the wall clock, on which a repeating alarm has one occurrence.
  public var exceptions: [LocalDate: Exception]

  public init(group: String = "", ringsOnHolidays: Bool = false, exceptions: [LocalDate: Exception] = [:]) {
    self.group = group
    self.ringsOnHolidays = ringsOnHolidays
    self.exceptions = exceptions
  }

  /// What people want of one date. It goes before pauses and holidays.
  public enum Exception: Hashable, Sendable {
    case skips
    case moves(to: LocalTime)
    case rings
  }

  /// So many dates of an alarm can be exceptions.
  public static let mostExceptions = 100

  /// The times on dates that were moved.
  public var moved: [LocalDate: LocalTime] {
    guard !exceptions.isEmpty else { return [:] }
    return exceptions.compactMapValues { if case .moves(let time) = $0 { time } else { nil } }
  }

  func firstException(after date: LocalDate) -> LocalDate? {
    exceptions.isEmpty ? nil : exceptions.keys.filter { $0 > date }.min()
  }
}
