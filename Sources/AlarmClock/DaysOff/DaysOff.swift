/// The pauses and holidays that skip repeating alarms. A value, so that the scheduler's copy can find the next ring
/// while nothing can be stored.
public struct DaysOff: Hashable, Sendable {
  /// The end, excluded, of the unnamed pause of all alarms, which is a setting.
  public var pausedUntil: LocalDate?
  /// In the order in which they begin.
  public var pauses: [Pause] = []
  public var holidays = Holidays()
}

extension DaysOff {
  public init(pausedUntil: LocalDate? = nil) { self.init(pausedUntil: pausedUntil, pauses: []) }

  /// Checks the name of a pause or a calendar: at most 40 characters.
  public static func name(_ text: String, field: String) throws(InvalidValue) -> String {
    let name = try checkedName(text, field: field, mayBeEmpty: false)
    guard name.count <= longestName else {
      throw TypedValue(text, field: field).refusal(
        "it is \(name.count) characters long; the limit is \(longestName)", "shorten it")
    }
    return name
  }

  /// Checks the name of a group and returns it in lower case, so that its spelling does not matter.
  public static func group(_ text: String, field: String) throws(InvalidValue) -> String {
    try name(text, field: field).lowercased()
  }

  public static let longestName = 40

  /// The user's word for "in no group"; no group can have this name.
  public static let noGroup = "none"

  /// Returns the item that the user means by `name`: an exact match if there is one, otherwise a match in any case.
  static func meant<Kind: Nameable>(_ name: String, among all: [Kind]) -> Kind? {
    all.first { $0.name == name } ?? all.first { $0.name.lowercased() == name.lowercased() }
  }

  /// The alarms that a pause or a calendar applies to.
  public enum Scope: Hashable, Sendable {
    case all
    case alarm(id: String)
    case group(String)

    public func covers(_ alarmID: String, group: String) -> Bool {
      switch self {
      case .all: true
      case .alarm(let id): id == alarmID
      case .group(let name): name == group
      }
    }
  }

  public enum Reason: Hashable, Sendable {
    case byHand
    /// - Parameter name: `nil` for the unnamed pause.
    case pause(name: String?, until: LocalDate)
    case holiday(title: String, calendar: String)

    /// The text to show after `skipped`, or `nil` if the user skipped it or the unnamed pause applies.
    public var words: String? {
      switch self {
      case .byHand: nil
      case .pause(let name, _): name.map { "pause \($0)" }
      case .holiday(let title, let calendar): title.isEmpty ? "calendar \(calendar)" : title
      }
    }
  }

  /// Returns why an occurrence is skipped, ignoring `Alarm.skippedKey`, or `nil` if it rings, as one-offs always do.
  public func reason(
    for key: Occurrence.Key, of alarmID: String, _ recurrence: Recurrence, _ days: AlarmDays
  ) -> Reason? {
    guard case .local(let local) = key, !recurrence.isOneOff else { return nil }
    let date = local.date
    if !days.exceptions.isEmpty, let exception = days.exceptions[date] { return exception == .skips ? .byHand : nil }
    if let pausedUntil, date < pausedUntil { return .pause(name: nil, until: pausedUntil) }
    for pause in pauses where pause.contains(date) && pause.scope.covers(alarmID, group: days.group) {
      return .pause(name: pause.name, until: pause.until)
    }
    guard !days.ringsOnHolidays else { return nil }
    return holidays.holiday(on: date, of: alarmID, group: days.group).map {
      .holiday(title: $0.title, calendar: $0.calendar)
    }
  }

  public func reason(for armed: ArmedOccurrence) -> Reason? {
    reason(for: armed.occurrence.key, of: armed.plan.alarmID, armed.recurrence, armed.days)
  }

  /// Returns why an occurrence of an alarm is skipped, including by `Alarm.skippedKey`, or `nil` if it rings.
  public func reason(for key: Occurrence.Key, of alarm: Alarm) -> Reason? {
    alarm.skippedKey == key ? .byHand : reason(for: key, of: alarm.id, alarm.recurrence, alarm.days)
  }

  /// Returns a date after `date` before which the alarm cannot ring because of `reason`, or `nil` if the reason does
  /// not tell. Skips years of holidays without checking each occurrence.
  func end(of reason: Reason, after date: LocalDate, for alarm: Alarm) -> LocalDate? {
    switch reason {
    case .byHand: return nil
    case .pause(_, let until): return until
    case .holiday:
      guard let rule = alarm.recurrence.rule else { return nil }
      var date = date.adding(days: 1)
      while let coming = rule.first(onOrAfter: date) {
        let free = holidays.firstFree(onOrAfter: coming, of: alarm.id, group: alarm.days.group)
        if free == coming { return coming }
        date = free
      }
      return date
    }
  }

  /// Whether the unnamed pause skips an armed occurrence.
  public func isPaused(_ armed: ArmedOccurrence) -> Bool {
    if case .pause(nil, _)? = reason(for: armed) { true } else { false }
  }
}

protocol Nameable {
  var name: String { get set }
}

protocol ScopedDaysOff: Nameable {
  var scope: DaysOff.Scope { get set }
}

extension ScopedDaysOff {
  /// Returns a copy in which the alarm id of the scope is replaced as in `ids`.
  func callingAlarm(_ ids: [String: String]) -> Self {
    guard case .alarm(let id) = scope, let other = ids[id] else { return self }
    var called = self
    called.scope = .alarm(id: other)
    return called
  }

  /// Returns one copy for each replacement of the alarm id in `ids`, and last the original.
  func callingAlarms(_ ids: [String: [String]]) -> [Self] {
    guard case .alarm(let id) = scope else { return [self] }
    return (ids[id] ?? []).map { callingAlarm([id: $0]) } + [self]
  }
}
