import AlarmClock

/// What became of a change of days off.
public struct DaysOffSaved: Codable, Sendable, Hashable {
  public enum Kind: String, Codable, Sendable { case pause, calendar }
  public var kind: Kind
  public var name: String
  /// It is there now; false: it was removed.
  public var isThere = false
  /// The alarms that ring next at another time than before, or not any more.
  public var changed: [Changed] = []
  @OrNull public var next: OccurrenceView? = nil
  /// The pause as it is, or was.
  @OrNull public var pause: NamedPauseView? = nil
  public var notes: [String] = []

  public struct Changed: Codable, Sendable, Hashable {
    public var alarmId: String
    public var label: String
    /// RFC 3339; nil: it never rings.
    @OrNull public var before: String?
    @OrNull public var next: String?

    public init(alarmId: String, label: String, before: String?, next: String?) {
      (self.alarmId, self.label, self.before, self.next) = (alarmId, label, before, next)
    }
  }

  package init(_ kind: Kind, name: String) { (self.kind, self.name) = (kind, name) }
}

/// Keeps a pause with a name: repeating alarms are skipped from one date until another, as they were typed.
public struct SetPause: ChangingCommand {
  public static let name = "pause.set"
  public typealias Reply = DaysOffSaved
  /// nil: it is called after the alarm, the group or the date.
  public var pause: String?
  /// nil: today.
  public var from: String?
  public var until: String
  public var alarm: String?
  public var group: String?

  public init(pause: String?, from: String?, until: String, alarm: String? = nil, group: String? = nil) {
    (self.pause, self.from, self.until, self.alarm, self.group) = (pause, from, until, alarm, group)
  }
}

public struct EndPause: ChangingCommand {
  public static let name = "pause.end"
  public typealias Reply = DaysOffSaved
  public var pause: String
  public init(pause: String) { self.pause = pause }
}

public struct ListPauses: Command {
  public static let name = "pause.list"
  public struct Reply: Codable, Sendable {
    /// The pause without a name: the date from which on repeating alarms ring again; nil: there is none.
    @OrNull public var pausedUntil: String?
    /// By when they begin; those that are over are left out.
    public var pauses: [NamedPauseView]
    public init(pausedUntil: String?, pauses: [NamedPauseView]) {
      (self.pausedUntil, self.pauses) = (pausedUntil, pauses)
    }
  }
  public init() {}
}

public struct NamedPauseView: Codable, Sendable, Hashable {
  public var name: String
  public var from: String
  /// The first day on which alarms ring again.
  public var until: String
  public var now: Bool
  /// For this alarm alone; nil: for several.
  @OrNull public var alarmId: String? = nil
  @OrNull public var label: String? = nil
  /// For the alarms of this group alone.
  @OrNull public var group: String? = nil
}

extension NamedPauseView {
  package init(_ pause: Pause, _ book: AlarmBook, today: LocalDate) {
    self.init(
      name: pause.name, from: pause.from.description, until: pause.until.description,
      now: pause.from <= today && today < pause.until, alarmId: pause.scope.alarmID,
      label: pause.scope.alarmID.flatMap { book.alarm($0)?.label }, group: pause.scope.group)
  }
}

extension DaysOff.Scope {
  var alarmID: String? { if case .alarm(let id) = self { id } else { nil } }
  var group: String? { if case .group(let name) = self { name } else { nil } }
}
