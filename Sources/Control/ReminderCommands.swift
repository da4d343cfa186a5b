import AlarmClock

/// Lists the reminders of the last month and the times of each kind.
public struct ListReminders: Command {
  public static let name = "reminder.list"
  public struct Reply: Codable, Sendable {
    public var kinds: [ReminderKindView]
    public var reminders: [ReminderView]
    /// Why there are no reminders at all, or `nil` if there are.
    @OrNull public var silence: TroubleView?
    public init(kinds: [ReminderKindView], reminders: [ReminderView], silence: TroubleView?) {
      (self.kinds, self.reminders, self.silence) = (kinds, reminders, silence)
    }
  }
  /// Limits the result to reminders that came, or are to come, from then on.
  public var since: String?
  public init(since: String? = nil) { self.since = since }
}

/// A kind of reminder.
public struct ReminderKindView: Codable, Sendable, Hashable {
  public enum Timing: String, Codable, Sendable {
    case off
    /// The usual time of the kind.
    case usual
    case set
    /// When the user has answered such reminders before.
    case auto
    /// As `auto` once enough reminders were answered, but as `usual` for now.
    case autoLater = "auto_later"
  }

  public var kind: String
  public var help: String
  public var timing: Timing
  /// When the next one may come, RFC 3339 with offset, or `nil` if none does.
  @OrNull public var next: String?
  /// Why nobody would notice the reminder, or why it does not come, with the remedy; `nil` if it works.
  @OrNull public var problem: TroubleView?
  public init(kind: String, help: String, timing: Timing, next: String?, problem: TroubleView? = nil) {
    (self.kind, self.help, self.timing, self.next, self.problem) = (kind, help, timing, next, problem)
  }
}

/// A reminder. Times are RFC 3339 with offset.
public struct ReminderView: Codable, Sendable, Hashable {
  public var id: String
  public var kind: String
  public var text: String
  public var command: String
  /// When it first came, or `nil` if it is still to come.
  @OrNull public var shown: String?
  /// When it comes, or comes again, or `nil` if it does not.
  @OrNull public var due: String?
  public var read: Bool
  /// When the user marked it as done, or `nil` if not done.
  @OrNull public var done: String?
  /// When the reminder was withdrawn because its cause was gone, or `nil` if it was not.
  @OrNull public var withdrawn: String?
  public init(
    id: String, kind: String, text: String, command: String, shown: String?, due: String?, read: Bool, done: String?,
    withdrawn: String? = nil
  ) {
    (self.id, self.kind, self.text, self.command, self.shown) = (id, kind, text, command, shown)
    (self.due, self.read, self.done, self.withdrawn) = (due, read, done, withdrawn)
  }
}

/// Returns a reminder and marks it as read.
public struct ShowReminder: ChangingCommand {
  public static let name = "reminder.show"
  public struct Reply: Codable, Sendable {
    public var reminder: ReminderView
    public var notes: [String]
    public init(reminder: ReminderView, notes: [String]) { (self.reminder, self.notes) = (reminder, notes) }
  }
  /// An id, a prefix of an id, or a kind; `nil` for the latest reminder.
  public var reminder: String?
  public init(reminder: String?) { self.reminder = reminder }
}

/// Marks a reminder as done, or snoozes it.
public struct AnswerReminder: ChangingCommand {
  public static let name = "reminder.answer"
  public typealias Reply = ShowReminder.Reply
  public var reminder: String?
  /// The time to snooze, such as `30m`, or `usualSnooze`; `nil` if it is done.
  public var snooze: String?
  /// 30 minutes, or half of the time left before bedtime if that is less.
  public static let usualSnooze = SettingKey.defaultWord
  public init(reminder: String?, snooze: String? = nil) { (self.reminder, self.snooze) = (reminder, snooze) }
}

/// Switches a kind of reminder, or all of them with the master switch, which keeps the choice of kinds.
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
  /// `nil` for all kinds.
  public var kind: String?
  /// `off`, `on`, `auto` or a time of day. A time without a kind applies to the kinds that are on.
  public var time: String
  public init(kind: String?, time: String) { (self.kind, self.time) = (kind, time) }
}
