/// When repeating alarms are skipped, and why. A value of which the scheduler has a copy: it finds what comes next while
/// nothing can be stored.
public struct DaysOff: Hashable, Sendable {
  /// The pause without a name, of all alarms, which is a setting: until this date.
  public var pausedUntil: LocalDate?
  /// By when they begin.
  public var pauses: [Pause]
  public var holidays: Holidays

  public init(pausedUntil: LocalDate? = nil, pauses: [Pause] = [], holidays: Holidays = Holidays()) {
    self.pausedUntil = pausedUntil
    self.pauses = pauses
    self.holidays = holidays
  }

  /// Checks the name of a pause or a calendar: up to 40 characters.
  public static func name(_ text: String, field: String) throws(InvalidValue) -> String {
    let name = try FieldText.name(text, field: field, mayBeEmpty: false)
    guard name.count <= longestName else {
      throw InvalidValue(
        field: field, value: text, reason: "it is \(name.count) characters long, and at most \(longestName) fit",
        remedy: "shorten it")
    }
    return name
  }

  /// The same of a group, which is written in small letters: so it is one however it is typed.
  public static func group(_ text: String, field: String) throws(InvalidValue) -> String {
    try name(text, field: field).lowercased()
  }

  public static let longestName = 40

  /// What people type of an alarm that is in no group: no group is called so.
  public static let noGroup = "none"

  /// What people mean by a name: what has exactly that one, or else has it in other letters, small or large.
  static func meant<Kind>(_ name: String, among all: [Kind], _ path: KeyPath<Kind, String>) -> Kind? {
    all.first { $0[keyPath: path] == name } ?? all.first { $0[keyPath: path].lowercased() == name.lowercased() }
  }

  /// Which alarms a pause or a calendar is for.
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

  /// Why an occurrence passes without a ring.
  public enum Reason: Hashable, Sendable {
    case byHand
    /// - Parameter name: nil: the pause without one.
    case pause(name: String?, until: LocalDate)
    case holiday(title: String, calendar: String)

    /// As people read it behind `skipped`; nil: somebody wanted it, or the pause without a name does.
    public var words: String? {
      switch self {
      case .byHand: nil
      case .pause(let name, _): name.map { "pause \($0)" }
      case .holiday(let title, let calendar): title.isEmpty ? "calendar \(calendar)" : title
      }
    }
  }

  /// Why an occurrence of an alarm is skipped; nil: it rings. What was set for one moment has no days off.
  ///
  /// `Alarm.skippedKey` is not looked at.
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

  /// The same, of what is armed.
  public func reason(for armed: ArmedOccurrence) -> Reason? {
    reason(for: armed.occurrence.key, of: armed.plan.alarmID, armed.recurrence, armed.later.days)
  }

  /// The same, of an alarm with the ring that somebody wants it to skip.
  public func reason(for key: Occurrence.Key, of alarm: Alarm) -> Reason? {
    alarm.skippedKey == key ? .byHand : reason(for: key, of: alarm.id, alarm.recurrence, alarm.days)
  }

  /// The date after `date` on which an alarm may ring again, as far as the reason for which it is skipped tells; `nil` if it
  /// tells nothing. Years of holidays are passed over without a look at each ring.
  func end(of reason: Reason, after date: LocalDate, for alarm: Alarm) -> LocalDate? {
    switch reason {
    case .byHand: return nil
    case .pause(_, let until): return until
    case .holiday:
      guard let rule = alarm.recurrence.rule else { return nil }
      var date = date.adding(days: 1)
      var runs = holidays.runs(from: date, of: alarm.id, group: alarm.days.group)
      while let coming = rule.first(onOrAfter: date) {
        let free = runs.firstFree(onOrAfter: coming)
        if free == coming { return coming }
        date = free
      }
      return date
    }
  }

  /// Whether the pause without a name skips what is armed.
  public func isPaused(_ armed: ArmedOccurrence) -> Bool {
    if case .pause(nil, _)? = reason(for: armed) { true } else { false }
  }
}

protocol ScopedDaysOff {
  var scope: DaysOff.Scope { get set }
}

extension ScopedDaysOff {
  /// The same for the alarm that has another id, where `ids` has one.
  func callingAlarm(_ ids: [String: String]) -> Self {
    guard case .alarm(let id) = scope, let other = ids[id] else { return self }
    var called = self
    called.scope = .alarm(id: other)
    return called
  }

  /// The same for each of the alarms that have other ids; and as it is, last.
  func callingAlarms(_ ids: [String: [String]]) -> [Self] {
    guard case .alarm(let id) = scope else { return [self] }
    return (ids[id] ?? []).map { callingAlarm([id: $0]) } + [self]
  }
}

extension Pause: ScopedDaysOff {}
extension HolidayCalendar: ScopedDaysOff {}
