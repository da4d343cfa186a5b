import AlarmClock

/// What became of a change of days off.
public struct DaysOffSaved: Codable, Sendable, Hashable {
  public enum Kind: String, Codable, Sendable { case pause, calendar }
  public var kind: Kind
  public var name: String
  /// It is there now; false: it was removed.
  public var isThere: Bool
  /// The alarms that ring next at another time than before, or not any more.
  public var changed: [Changed]
  /// The ring that comes next, of all alarms.
  @OrNull public var next: OccurrenceView?
  public var notes: [String]

  public struct Changed: Codable, Sendable, Hashable {
    public var alarmId: String
    public var label: String
    /// RFC 3339; nil: it never rings.
    @OrNull public var before: String?
    @OrNull public var next: String?

    public init(alarmId: String, label: String, before: String?, next: String?) {
      self.alarmId = alarmId
      self.label = label
      self.before = before
      self.next = next
    }
  }

  public init(
    kind: Kind, name: String, isThere: Bool, changed: [Changed] = [], next: OccurrenceView?, notes: [String] = []
  ) {
    self.kind = kind
    self.name = name
    self.isThere = isThere
    self.changed = changed
    self.next = next
    self.notes = notes
  }
}
