import AlarmClock

/// An alarm for people and scripts: the facts, and beside them the values it rings with, each a field by the name of its
/// setting.
@dynamicMemberLookup
public struct AlarmView: Codable, Sendable, Hashable {
  public var facts: Facts
  public var values: SettingValues

  public init(_ facts: Facts, _ values: SettingValues) {
    self.facts = facts
    self.values = values
  }

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
    /// `once`, `weekly` or `relative`.
    public var recurrence: String
    /// Local, as `07:30`.
    public var time: String
    @OrNull public var date: String?
    @OrNull public var days: Weekdays?
    public var enabled: Bool
    public var skipNext: Bool
    /// The ring that is skipped; nil: none.
    @OrNull public var skipped: String?
    public var ringing: Bool
    /// The next ring, after a skipped one.
    @OrNull public var next: OccurrenceView?
    /// What plays in place of a sound that is gone; nil: it is there.
    @OrNull public var playsInstead: String?
    /// What comes when, while nothing fails.
    public var ladder: [RungView]
    /// It can no longer be taken back until its ring is answered (`cancelLock`).
    public var locked: Bool
    /// Which of the settings are the global defaults, by `SettingKey.fieldName`; the others are the alarm's own.
    public var inherited: [String]
    /// Names of the cards that answer it; empty: all.
    public var cards: [String]

    public init(
      id: String, label: String, recurrence: String, time: String, date: String?, days: Weekdays?, enabled: Bool,
      skipNext: Bool, skipped: String? = nil, ringing: Bool, next: OccurrenceView?, playsInstead: String? = nil,
      ladder: [RungView],
      locked: Bool, inherited: [String], cards: [String]
    ) {
      self.id = id
      self.label = label
      self.recurrence = recurrence
      self.time = time
      self.date = date
      self.days = days
      self.enabled = enabled
      self.skipNext = skipNext
      self.skipped = skipped
      self.ringing = ringing
      self.next = next
      self.playsInstead = playsInstead
      self.ladder = ladder
      self.locked = locked
      self.inherited = inherited
      self.cards = cards
    }
  }
}

/// An alarm as one row of a list.
public struct AlarmRow: Codable, Sendable, Hashable {
  public var id: String
  public var label: String
  /// `Mon-Fri 07:30`, `2026-12-24 07:30`, `once 07:30`.
  public var rule: String
  public var enabled: Bool
  /// The ring that is skipped; nil: none.
  public var skipped: String?
  public var ringing: Bool
  /// When it rings next, RFC 3339 with offset; nil: it does not.
  public var next: String?
  /// From now, when the answer was made.
  public var inSeconds: Int?
  /// Names of the cards that answer it; empty: all.
  public var cards: [String]

  public init(_ alarm: AlarmView) {
    id = alarm.id
    label = alarm.label
    rule = alarm.rule
    enabled = alarm.enabled
    skipped = alarm.skipped
    ringing = alarm.ringing
    next = alarm.next?.time
    inSeconds = alarm.next?.inSeconds
    cards = alarm.cards
  }
}

extension AlarmView {
  /// What it is set for, in words: see `AlarmRow`.
  public var rule: String {
    if let days = facts.days, !days.isEmpty { return "\(days) \(facts.time)" }
    if let date = facts.date { return "\(date) \(facts.time)" }
    return "once \(facts.time)"
  }
}

/// One step of a ring.
public struct RungView: Codable, Sendable, Hashable {
  /// Seconds after the beginning of the ring.
  public var after: Int
  /// `light`, `vibration medium`, `sound tone 80% fading in over 30s`, `buzzer`, `silence`.
  public var what: String
  public init(after: Int, what: String) {
    self.after = after
    self.what = what
  }
}

/// One coming ring.
public struct OccurrenceView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  public var time: String
  /// From now, when the answer was made.
  public var inSeconds: Int
  /// `movedByGap`, `firstOfOverlap`, `skipped`, `paused`; empty: an ordinary one.
  public var special: [String]

  public init(alarmId: String, label: String, time: String, inSeconds: Int, special: [String]) {
    self.alarmId = alarmId
    self.label = label
    self.time = time
    self.inSeconds = inSeconds
    self.special = special
  }
}
