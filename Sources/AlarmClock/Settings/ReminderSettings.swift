/// What the clock may remind people of, the most important first. The raw values are what people type.
public enum ReminderKind: String, CaseIterable, Hashable, Sendable {
  /// Nothing is set for tomorrow, though it usually is.
  case tomorrow
  /// The clock was not tested, or did not pass.
  case test
  case readiness, bedtime
  /// A calendar of holidays ends.
  case calendar
  /// A card was not tried for a month.
  case card
  case finding
  case milestone
}

/// When in the evening a reminder comes.
public enum ReminderTime: Hashable, Sendable {
  /// At a time that its kind has.
  case usual
  /// When such were answered.
  case automatic
  case at(LocalTime)
}

/// What people want to be reminded of, and how.
public struct ReminderSettings: Hashable, Sendable {
  /// What is to be heard when one comes.
  public enum Sound: String, CaseIterable, Hashable, Sendable { case off, chime, speech }

  /// The master switch. While it is off, none comes, and `times` keeps what was chosen.
  public var isOn = true
  /// The kinds that are switched on.
  public var times = Dictionary(uniqueKeysWithValues: ReminderKind.allCases.map { ($0, ReminderTime.usual) })
  public var sound = Sound.off
  /// 1...8
  public var mostADay = 3
  /// What people want to sleep before the next alarm, 4...12 h.
  public var sleep: Duration = .seconds(8 * 3600)

  public init() {}

  /// Returns when a kind comes, or `nil` if the kind or all reminders are off.
  public func time(of kind: ReminderKind) -> ReminderTime? { isOn ? times[kind] : nil }
}
