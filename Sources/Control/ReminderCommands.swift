import AlarmClock

/// The reminders of the last month, and when each kind comes.
public struct ListReminders: Command {
  public static let name = "reminder.list"
  public struct Reply: Codable, Sendable {
    public var kinds: [ReminderKindView]
    public var reminders: [ReminderView]
    /// Why none comes at all; nil: they do.
    @OrNull public var silence: TroubleView?
    public init(kinds: [ReminderKindView], reminders: [ReminderView], silence: TroubleView?) {
      (self.kinds, self.reminders, self.silence) = (kinds, reminders, silence)
    }
  }
  /// Only those that came, or are to come, from then on.
  public var since: String?
  public init(since: String? = nil) { self.since = since }
}

/// One kind of reminder.
public struct ReminderKindView: Codable, Sendable, Hashable {
  public enum Timing: String, Codable, Sendable {
    case off
    /// At the time that the kind has.
    case usual
    case set
    /// When such were answered.
    case auto
    /// To be the same, once enough were answered; at its usual time until then.
    case autoLater = "auto_later"
  }

  public var kind: String
  public var help: String
  public var timing: Timing
  /// When the next one may come, RFC 3339 with offset; nil: none does.
  @OrNull public var next: String?
  /// Why nobody would see or hear the reminder, or why it does not come, and what helps; `nil` if it comes.
  @OrNull public var problem: TroubleView?
  public init(kind: String, help: String, timing: Timing, next: String?, problem: TroubleView? = nil) {
    (self.kind, self.help, self.timing, self.next, self.problem) = (kind, help, timing, next, problem)
  }
}

/// One reminder for people and scripts. Times are RFC 3339 with offset.
public struct ReminderView: Codable, Sendable, Hashable {
  public var id: String
  public var kind: String
  public var text: String
  public var command: String
  /// When it came for the first time, or `nil` if it is still to come.
  @OrNull public var shown: String?
  /// When it is to come, or to come again; nil: it is not.
  @OrNull public var due: String?
  public var read: Bool
  /// When somebody said that it is done; nil: nobody has.
  @OrNull public var done: String?
  /// When the reminder was withdrawn because its cause was gone; `nil` if it was not.
  @OrNull public var withdrawn: String?
  public init(
    id: String, kind: String, text: String, command: String, shown: String?, due: String?, read: Bool, done: String?,
    withdrawn: String? = nil
  ) {
    (self.id, self.kind, self.text, self.command, self.shown) = (id, kind, text, command, shown)
    (self.due, self.read, self.done, self.withdrawn) = (due, read, done, withdrawn)
  }
}

/// Tells all of a reminder, which counts as read then.
public struct ShowReminder: ChangingCommand {
  public static let name = "reminder.show"
  public struct Reply: Codable, Sendable {
    public var reminder: ReminderView
    public var notes: [String]
    public init(reminder: ReminderView, notes: [String]) { (self.reminder, self.notes) = (reminder, notes) }
  }
  /// An id, a kind, or a beginning of an id; nil: the one that came last.
  public var reminder: String?
  public init(reminder: String?) { self.reminder = reminder }
}

/// Says that a reminder is done, or puts it off.
public struct AnswerReminder: ChangingCommand {
  public static let name = "reminder.answer"
  public typealias Reply = ShowReminder.Reply
  /// As `ShowReminder.reminder`.
  public var reminder: String?
  /// For how long the reminder is put off, as `30m`, or `usualSnooze`; `nil` if it is done.
  public var snooze: String?
  /// For 30 minutes, or for half of the time left before bedtime if that is less.
  public static let usualSnooze = SettingKey.defaultWord
  public init(reminder: String?, snooze: String? = nil) { (self.reminder, self.snooze) = (reminder, snooze) }
}

/// Switches a kind of reminder, or all of them by the master switch, which keeps what was chosen of the kinds.
public struct SwitchReminder: ChangingCommand {
  public static let name = "reminder.switch"
  public struct Reply: Codable, Sendable {
    public var kinds: [ReminderKindView]
    @OrNull public var silence: TroubleView?
    public var notes: [String]
    public init(kinds: [ReminderKindView], silence: TroubleView?, notes: [String]) {
      (self.kinds, self.silence, self.notes) = (kinds, silence, notes)
    }
  }
  /// nil: all of them.
  public var kind: String?
  /// `off`, `on`, `auto` or a time of day. A time without a kind is for those that are on.
  public var time: String
  public init(kind: String?, time: String) { (self.kind, self.time) = (kind, time) }
}
