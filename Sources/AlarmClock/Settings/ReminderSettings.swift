/// The kinds of reminders, most important first. The raw values are user input.
public enum ReminderKind: String, CaseIterable, Hashable, Sendable {
  /// No alarm is set for tomorrow, although there usually is one.
  case tomorrow
  /// The clock was not tested, or failed its test.
  case test
  case readiness, bedtime
  /// A holiday calendar is about to end.
  case calendar
  /// A card has not been tried for a month.
  case card
  case finding
  case milestone
}

/// The time of a reminder in the evening.
public enum ReminderTime: Hashable, Sendable {
  /// The usual time of its kind.
  case usual
  /// When the user has answered such reminders before.
  case automatic
  case at(LocalTime)
}

/// The reminders that the user wants.
public struct ReminderSettings: Hashable, Sendable {
  /// The sound of a reminder.
  public enum Sound: String, CaseIterable, Hashable, Sendable { case off, chime, speech }

  /// The master switch. While it is off there are no reminders, but `times` is kept.
  public var isOn = true
  /// The enabled kinds.
  public var times = Dictionary(uniqueKeysWithValues: ReminderKind.allCases.map { ($0, ReminderTime.usual) })
  public var sound = Sound.off
  /// 1 to 8.
  public var mostADay = 3
  /// How long the user wants to sleep before the next alarm, 4 to 12 h.
  public var sleep: Duration = .seconds(8 * 3600)

  public func time(of kind: ReminderKind) -> ReminderTime? { isOn ? times[kind] : nil }
}
