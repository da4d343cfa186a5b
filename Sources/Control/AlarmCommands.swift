import AlarmClock

/// What people typed for an alarm; nil: not given. The daemon reads it in its own time zone.
public struct AlarmInput: Codable, Sendable, Hashable {
  /// `07:30`, `7:30am`, `+20m`.
  public var time: String?
  public var label: String?
  /// `mon-fri`, `daily`, `first-mon`; `once` makes a repeating alarm ring once.
  public var days: String?
  /// `2026-12-24`, `today`, `tomorrow`.
  public var date: String?
  /// `2w`: only every second week counts.
  public var every: String?
  /// Dates; `off` for none.
  public var from: String?
  public var until: String?
  /// `05:30 13:30 - -`: a time for each day, over and over.
  public var cycle: String?
  /// `none` for none.
  public var group: String?
  /// `ring` or `skip`.
  public var holidays: String?
  /// Values of `SettingKey.ofAlarms`, `default` to inherit.
  public var values: [String: String]
  /// Ids or names; nil: not given; `["all"]`: every card.
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

public struct AddAlarm: ChangingCommand {
  public static let name = "alarm.add"
  public typealias Reply = AlarmSaved
  public var input: AlarmInput
  public init(input: AlarmInput) { self.input = input }
}

public struct EditAlarm: ChangingCommand {
  public static let name = "alarm.edit"
  public typealias Reply = AlarmSaved
  /// An id, a unique prefix of one of four letters or more, or a label.
  public var alarm: String
  public var input: AlarmInput
  public init(alarm: String, input: AlarmInput) { (self.alarm, self.input) = (alarm, input) }
}

/// A new alarm like another, with some things changed.
public struct CopyAlarm: ChangingCommand {
  public static let name = "alarm.copy"
  public typealias Reply = AlarmSaved
  public var alarm: String
  public var input: AlarmInput
  public init(alarm: String, input: AlarmInput) { (self.alarm, self.input) = (alarm, input) }
}

/// What `enable`, `disable`, `skip`, `unskip`, `move` and `remove` do.
public struct ChangeAlarm: ChangingCommand {
  public static let name = "alarm.change"
  public typealias Reply = AlarmSaved
  public enum Change: String, Codable, Sendable { case enable, disable, skip, unskip, move, remove }
  public var alarm: String
  public var change: Change
  /// Of `skip` and `unskip`: the dates, as typed; nil: the next ring. `move` has one.
  public var dates: [String]?
  /// Of `move`: to when.
  public var time: String?
  public init(alarm: String, change: Change, dates: [String]? = nil, time: String? = nil) {
    (self.alarm, self.change, self.dates, self.time) = (alarm, change, dates, time)
  }
}

/// A stream: at most so many alarms an item, so that they are written and read at the same time.
public struct ListAlarms: Command {
  public static let name = "alarm.list"
  public static let mostInAnItem = 50
  public struct Reply: Codable, Sendable {
    public var alarms: [AlarmView]
    public init(alarms: [AlarmView]) { self.alarms = alarms }
  }
  public init() {}
}

/// The same alarms, of each no more than a list shows: that is read several times as fast.
public struct ListAlarmRows: Command {
  public static let name = "alarm.rows"
  public struct Reply: Codable, Sendable {
    public var rows: [AlarmRow]
    public init(rows: [AlarmRow]) { self.rows = rows }
  }
  public init() {}
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
  /// 1…1000.
  public var count: Int
  /// A moment: RFC 3339, a date, a date with a time, `+2h`; nil: now.
  public var from: String?
  public init(count: Int, from: String?) { (self.count, self.from) = (count, from) }
}

/// The alarm as it is stored now, or was before it went, and what people should know about that.
public struct AlarmSaved: Codable, Sendable, Hashable {
  public var alarm: AlarmView
  /// What is another thing than it was; empty for a new alarm, and one that is gone.
  public var changes: [ValueChange]
  /// The ring that comes next now, of all alarms.
  @OrNull public var next: OccurrenceView?
  public var notes: [String]
  public init(alarm: AlarmView, changes: [ValueChange] = [], next: OccurrenceView? = nil, notes: [String]) {
    (self.alarm, self.changes, self.next, self.notes) = (alarm, changes, next, notes)
  }
}
