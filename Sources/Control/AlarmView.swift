import AlarmClock

/// An alarm for users and scripts. In JSON, the facts and the values of its rings are fields of one object; values have
/// the names of their settings.
@dynamicMemberLookup
public struct AlarmView: Codable, Sendable, Hashable {
  public var facts: Facts
  public var values: SettingValues

  public init(_ facts: Facts, _ values: SettingValues) { (self.facts, self.values) = (facts, values) }

  public init(from decoder: any Decoder) throws {
    facts = try Facts(from: decoder)
    values = try SettingValues(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try facts.encode(to: encoder)
    try values.encode(to: encoder)
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<Facts, Value>) -> Value {
    get { facts[keyPath: path] }
    set { facts[keyPath: path] = newValue }
  }

  /// When it rings, in words (see `AlarmRow.rule`).
  public var rule: String {
    if let pattern = facts.pattern { return pattern.words }
    if let days = facts.days, !days.isEmpty { return "\(days) \(facts.time)" }
    if let date = facts.date { return "\(date) \(facts.time)" }
    return "once \(facts.time)"
  }

  /// The alarm without its settings. Times are RFC 3339 with offset.
  public struct Facts: Codable, Sendable, Hashable {
    public var id: String
    public var label: String
    /// `once`, `weekly` or `relative`; `weeks`, `months` or `cycle` if there is a `pattern`.
    public var recurrence: String
    /// Local time, such as `07:30`, or empty if there are several.
    public var time: String
    @OrNull public var date: String?
    @OrNull public var days: Weekdays?
    /// The details of a dated rule, otherwise `nil`.
    @OrNull public var pattern: PatternView? = nil
    public var group = ""
    /// `skip` or `ring`: its behavior on holidays of a calendar.
    public var holidays = "skip"
    /// Future exceptions, sorted by date.
    public var exceptions: [ExceptionView] = []
    public var enabled: Bool
    public var skipNext = false
    /// The time of the skipped ring, or `nil` if none is skipped.
    @OrNull public var skipped: String? = nil
    /// The reason, such as `Christmas`, or `nil` if the user skipped the ring.
    @OrNull public var skipReason: String? = nil
    public var ringing = false
    /// The next ring that is not skipped.
    @OrNull public var next: OccurrenceView? = nil
    /// The sound that replaces a missing one, otherwise `nil`.
    @OrNull public var playsInstead: String? = nil
    /// The steps of a ring, provided that nothing fails.
    public var ladder: [RungView] = []
    /// Whether it can no longer be canceled until its ring is answered (`cancelLock`).
    public var locked = false
    /// The settings that are inherited, by `SettingKey.fieldName`.
    public var inherited: [String] = []
    /// The names of the cards that end its rings; empty for all.
    public var cards: [String]
  }
}

/// An alarm as a row of a list.
public struct AlarmRow: Codable, Sendable, Hashable {
  public var id: String
  public var label: String
  /// For example `Mon-Fri 07:30`, `2026-12-24 07:30`, `once 07:30` or `every second Monday 07:30`.
  public var rule: String
  public var enabled: Bool
  /// The time of the skipped ring, or `nil` if none is skipped.
  public var skipped: String?
  public var skipReason: String?
  public var ringing: Bool
  /// The time of the next ring, RFC 3339 with offset, or `nil` if there is none.
  public var next: String?
  public var inSeconds: Int?
  public var cards: [String]

  public init(_ alarm: AlarmView) {
    (id, label, rule, cards) = (alarm.id, alarm.label, alarm.rule, alarm.cards)
    (enabled, ringing) = (alarm.enabled, alarm.ringing)
    (skipped, skipReason) = (alarm.skipped, alarm.skipReason)
    (next, inSeconds) = (alarm.next?.time, alarm.next?.inSeconds)
  }
}

/// A rule that skips weeks, follows months or shifts, or begins or ends on a date.
public struct PatternView: Codable, Sendable, Hashable {
  /// For example `every second Monday 07:30`.
  public var words: String
  /// The number of weeks, or `nil` if the rule does not count weeks.
  @OrNull public var every: Int? = nil
  /// For example `first-mon`; empty if the rule does not follow months.
  public var monthDays: [String] = []
  /// A time for each day, `-` for a day off; empty if the rule is not a cycle.
  public var cycle: [String] = []
  @OrNull public var from: String?
  @OrNull public var until: String?
}

/// A date on which an alarm deviates from its rule.
public struct ExceptionView: Codable, Sendable, Hashable {
  public var date: String
  /// `skip`, `move` or `ring`.
  public var what: String
  @OrNull public var time: String? = nil
}

/// A step of a ring.
public struct RungView: Codable, Sendable, Hashable {
  /// Seconds after the beginning of the ring.
  public var after: Int
  /// For example `light`, `vibration medium`, `sound tone 80% fading in over 30s`, `buzzer` or `silence`.
  public var what: String
  public init(after: Int, what: String) { (self.after, self.what) = (after, what) }
}

/// A future ring.
public struct OccurrenceView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  public var time: String
  /// Counted from when the answer was made.
  public var inSeconds: Int
  /// `movedByGap`, `firstOfOverlap`, `moved` (by `rouse alarm move`), `skipped`, `paused`; empty if nothing is special.
  public var special: [String]
  /// Why it is skipped, such as `Christmas`; `nil` if it is not, or if the user skipped it.
  @OrNull public var reason: String? = nil
}
