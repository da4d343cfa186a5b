import AlarmClock

/// User input for an alarm; `nil` for options not given. The daemon reads it in its own time zone.
public struct AlarmInput: Codable, Sendable, Hashable {
  /// For example `07:30`, `7:30am` or `+20m`.
  public var time: String?
  public var label: String?
  /// For example `mon-fri`, `daily` or `first-mon`; `once` makes a repeating alarm ring once.
  public var days: String?
  /// For example `2026-12-24`, `today` or `tomorrow`.
  public var date: String?
  /// For example `2w` for every second week.
  public var every: String?
  /// Dates, or `off` for none.
  public var from: String?
  public var until: String?
  /// A time for each day, repeated, such as `05:30 13:30 - -`.
  public var cycle: String?
  /// `none` removes the alarm from its group.
  public var group: String?
  /// `ring` or `skip`.
  public var holidays: String?
  /// Values of `SettingKey.ofAlarms`; `default` to inherit.
  public var values: [String: String]
  /// Ids or names, or `["all"]` for every card.
  public var cards: [String]?

  public init(
    time: String? = nil, label: String? = nil, days: String? = nil, date: String? = nil, every: String? = nil,
    from: String? = nil, until: String? = nil, cycle: String? = nil, group: String? = nil, holidays: String? = nil,
    values: [SettingKey: String] = [:], cards: [String]? = nil
  ) {
    (self.time, self.label, self.days, self.date, self.every) = (time, label, days, date, every)
    (self.from, self.until, self.cycle) = (from, until, cycle)
    (self.group, self.holidays, self.cards) = (group, holidays, cards)
    self.values = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
  }
}

/// A change to an alarm.
public protocol AlarmSaving: ChangingCommand where Reply == AlarmSaved {}

public struct AddAlarm: AlarmSaving {
  public static let name = "alarm.add"
  public var input: AlarmInput
  public init(input: AlarmInput) { self.input = input }
}

public struct EditAlarm: AlarmSaving {
  public static let name = "alarm.edit"
  /// An id, a unique prefix of an id with four letters or more, or a label.
  public var alarm: String
  public var input: AlarmInput
  public init(alarm: String, input: AlarmInput) { (self.alarm, self.input) = (alarm, input) }
}

/// Adds an alarm like an existing one, with some changes.
public struct CopyAlarm: AlarmSaving {
  public static let name = "alarm.copy"
  public var alarm: String
  public var input: AlarmInput
  public init(alarm: String, input: AlarmInput) { (self.alarm, self.input) = (alarm, input) }
}

/// Enables, disables, skips, moves or removes an alarm.
public struct ChangeAlarm: AlarmSaving {
  public static let name = "alarm.change"
  public enum Change: String, Codable, Sendable { case enable, disable, skip, unskip, move, remove }
  public var alarm: String
  public var change: Change
  /// For `skip` and `unskip`, the dates as typed, or `nil` for the next ring. For `move`, one date.
  public var dates: [String]?
  /// For `move`, the new time.
  public var time: String?
  public init(alarm: String, change: Change, dates: [String]? = nil, time: String? = nil) {
    (self.alarm, self.change, self.dates, self.time) = (alarm, change, dates, time)
  }
}

/// A stream of at most `mostInAnItem` alarms per item, so that writing and reading overlap.
public typealias ListAlarms = PlainCommand<AlarmList>

public struct AlarmList: PlainReply {
  public static let command = "alarm.list"
  public static let mostInAnItem = 50
  public var alarms: [AlarmView]
  public init(alarms: [AlarmView]) { self.alarms = alarms }
}

/// Lists alarms with only the values that a list shows, which is several times faster to read.
public typealias ListAlarmRows = PlainCommand<AlarmRowList>

public struct AlarmRowList: PlainReply {
  public static let command = "alarm.rows"
  public var rows: [AlarmRow]
  public init(rows: [AlarmRow]) { self.rows = rows }
}

public struct ShowAlarm: Command {
  public static let name = "alarm.show"
  public typealias Reply = AlarmView
  public var alarm: String
  public init(alarm: String) { self.alarm = alarm }
}

public struct NextOccurrences: Command {
  public static let name = "next"
  public struct Reply: Codable, Sendable {
    public var occurrences: [OccurrenceView]
    public init(occurrences: [OccurrenceView]) { self.occurrences = occurrences }
  }
  /// 1 to 1000.
  public var count: Int
  /// A moment: RFC 3339, a date, a date with a time, or `+2h`; `nil` for now.
  public var from: String?
  public init(count: Int, from: String?) { (self.count, self.from) = (count, from) }
}

/// The alarm after a change, or before its removal, with notes for the user.
public struct AlarmSaved: Codable, Sendable, Hashable {
  public var alarm: AlarmView
  /// Empty for a new or removed alarm.
  public var changes: [ValueChange]
  /// The next ring of all alarms.
  @OrNull public var next: OccurrenceView?
  public var notes: [String]
  public init(alarm: AlarmView, changes: [ValueChange] = [], next: OccurrenceView? = nil, notes: [String]) {
    (self.alarm, self.changes, self.next, self.notes) = (alarm, changes, next, notes)
  }
}
