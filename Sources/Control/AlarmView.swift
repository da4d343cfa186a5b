import AlarmClock

/// An alarm for people and scripts: the facts, and beside them the values it rings with, each a field by the name of its
/// setting.
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

  /// Times are RFC 3339 with offset.
  public struct Facts: Codable, Sendable, Hashable {
    public var id: String
    public var label: String
    /// `once`, `weekly` or `relative`; `weeks`, `months` or `cycle` where there is a `pattern`.
    public var recurrence: String
    /// Local, as `07:30`; empty: it has several.
    public var time: String
    @OrNull public var date: String?
    @OrNull public var days: Weekdays?
    /// What its weeks have of their own; nil: they are alike.
    @OrNull public var pattern: PatternView? = nil
    /// Empty: none.
    public var group = ""
    /// `skip` or `ring`: what it does on the holidays of a calendar.
    public var holidays = "skip"
    /// What is to come of them, by date.
    public var exceptions: [ExceptionView] = []
    public var enabled: Bool
    public var skipNext = false
    /// The ring that is skipped; nil: none.
    @OrNull public var skipped: String? = nil
    /// Why that one is, as `Christmas`; nil: somebody wanted it.
    @OrNull public var skipReason: String? = nil
    public var ringing = false
    /// The next ring, after a skipped one.
    @OrNull public var next: OccurrenceView? = nil
    /// What plays in place of a sound that is gone; nil: it is there.
    @OrNull public var playsInstead: String? = nil
    /// What comes when, while nothing fails.
    public var ladder: [RungView] = []
    /// It can no longer be taken back until its ring is answered (`cancelLock`).
    public var locked = false
    /// Which of the settings are the global defaults, by `SettingKey.fieldName`; the others are the alarm's own.
    public var inherited: [String] = []
    /// Names of the cards that answer it; empty: all.
    public var cards: [String]
  }
}

/// An alarm as one row of a list.
public struct AlarmRow: Codable, Sendable, Hashable {
  public var id: String
  public var label: String
  /// `Mon-Fri 07:30`, `2026-12-24 07:30`, `once 07:30`, `every second Monday 07:30`.
  public var rule: String
  public var enabled: Bool
  /// The ring that is skipped; nil: none.
  public var skipped: String?
  public var skipReason: String?
  public var ringing: Bool
  /// When it rings next, RFC 3339 with offset; nil: it does not.
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

extension AlarmView {
  /// What it is set for, in words: see `AlarmRow`.
  public var rule: String {
    if let pattern = facts.pattern { return pattern.words }
    if let days = facts.days, !days.isEmpty { return "\(days) \(facts.time)" }
    if let date = facts.date { return "\(date) \(facts.time)" }
    return "once \(facts.time)"
  }
}

/// A rule that leaves out weeks, goes by months or shifts, or begins or ends on a date.
public struct PatternView: Codable, Sendable, Hashable {
  /// `every second Monday 07:30`
  public var words: String
  /// Every so many weeks; nil: it does not go by weeks.
  @OrNull public var every: Int? = nil
  /// `first-mon`; empty: it does not go by months.
  public var monthDays: [String] = []
  /// A time for each day, `-` for a day off; empty: it is no cycle.
  public var cycle: [String] = []
  @OrNull public var from: String?
  @OrNull public var until: String?
}

/// A date on which an alarm does not do the usual.
public struct ExceptionView: Codable, Sendable, Hashable {
  public var date: String
  /// `skip`, `move` or `ring`.
  public var what: String
  /// Where it was moved to.
  @OrNull public var time: String? = nil
}

/// One step of a ring.
public struct RungView: Codable, Sendable, Hashable {
  /// Seconds after the beginning of the ring.
  public var after: Int
  /// `light`, `vibration medium`, `sound tone 80% fading in over 30s`, `buzzer`, `silence`.
  public var what: String
  public init(after: Int, what: String) { (self.after, self.what) = (after, what) }
}

/// One coming ring.
public struct OccurrenceView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  public var time: String
  /// From now, when the answer was made.
  public var inSeconds: Int
  /// `movedByGap`, `firstOfOverlap`, `moved` (by `rouse alarm move`), `skipped`, `paused`; empty for an ordinary one.
  public var special: [String]
  /// Why it is skipped, as `Christmas`; nil: it is not, or somebody wanted it.
  @OrNull public var reason: String? = nil
}
