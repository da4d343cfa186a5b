import AlarmClock

/// The result of a change to days off.
public struct DaysOffSaved: Codable, Sendable, Hashable {
  public enum Kind: String, Codable, Sendable { case pause, calendar }
  public var kind: Kind
  public var name: String
  /// Whether it exists after the change; `false` if it was removed.
  public var isThere = false
  /// The alarms whose next ring has changed or disappeared.
  public var changed: [Changed] = []
  @OrNull public var next: OccurrenceView? = nil
  /// The pause after the change, or before its removal.
  @OrNull public var pause: NamedPauseView? = nil
  public var notes: [String] = []

  public struct Changed: Codable, Sendable, Hashable {
    public var alarmId: String
    public var label: String
    /// RFC 3339, or `nil` if the alarm does not ring.
    @OrNull public var before: String?
    @OrNull public var next: String?

    public init(alarmId: String, label: String, before: String?, next: String?) {
      (self.alarmId, self.label, self.before, self.next) = (alarmId, label, before, next)
    }
  }

  package init(_ kind: Kind, name: String) { (self.kind, self.name) = (kind, name) }
}

/// A change to days off.
public protocol DaysOffSaving: ChangingCommand where Reply == DaysOffSaved {}

/// Adds or replaces a named pause, which skips repeating alarms. Dates are as the user typed them.
public struct SetPause: DaysOffSaving {
  public static let name = "pause.set"
  /// `nil` to name it after the alarm, the group or the date.
  public var pause: String?
  /// `nil` for today.
  public var from: String?
  public var until: String
  public var alarm: String?
  public var group: String?

  public init(pause: String?, from: String?, until: String, alarm: String? = nil, group: String? = nil) {
    (self.pause, self.from, self.until, self.alarm, self.group) = (pause, from, until, alarm, group)
  }
}

public struct EndPause: DaysOffSaving {
  public static let name = "pause.end"
  public var pause: String
  public init(pause: String) { self.pause = pause }
}

public typealias ListPauses = PlainCommand<PauseList>

public struct PauseList: PlainReply {
  public static let command = "pause.list"
  /// The date from which repeating alarms ring again after the unnamed pause, or `nil` if there is none.
  @OrNull public var pausedUntil: String?
  /// Current and future pauses, sorted by their beginnings.
  public var pauses: [NamedPauseView]
  public init(pausedUntil: String?, pauses: [NamedPauseView]) {
    (self.pausedUntil, self.pauses) = (pausedUntil, pauses)
  }
}

public struct NamedPauseView: Codable, Sendable, Hashable {
  public var name: String
  public var from: String
  /// The first day on which alarms ring again.
  public var until: String
  public var now: Bool
  /// The only alarm that it skips, or `nil`.
  @OrNull public var alarmId: String? = nil
  @OrNull public var label: String? = nil
  /// The only group that it skips, or `nil`.
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
