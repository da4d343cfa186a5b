import AlarmClock

/// What has happened after an event, in order: one page, and then the end. Where nothing has, it waits until something
/// does.
///
/// Whoever reads asks for the next page when it has use for it: nothing piles up in the daemon, and there is nothing that
/// a slow reader loses. Everything in a page is on the disk: no number comes back with another content.
public struct ReadHomeEvents: Command {
  public static let name = "home.events"
  public typealias Reply = HomeEventPage

  /// The `cursor` of the last page that is done with; nil: from now on, and the page comes at once, without events.
  public var after: String?
  /// 1…`mostInAPage`.
  public var limit: Int
  public static let mostInAPage = 100

  public init(after: String?, limit: Int = mostInAPage) { (self.after, self.limit) = (after, limit) }
}

public struct HomeEventPage: Codable, Sendable, Hashable {
  /// In the order in which they happened.
  public var events: [HomeEvent]
  /// What to ask after next, as it is: the id of the last event there is in the page, or of the one before it.
  public var cursor: String
  public var left: Int
  /// Before the first of these some are missing, or came before; nil: they follow the cursor.
  @OrNull public var gap: Gap?

  public enum Gap: String, Codable, Sendable {
    /// Events after the cursor are gone: the log is bounded, and people may erase it.
    case pruned
    /// The cursor is of another log: this one was erased, or a copy took its place. It is told from its beginning; what
    /// was told before has the id that it had.
    case anotherLog = "another_log"
  }

  public init(events: [HomeEvent], cursor: String, left: Int, gap: Gap? = nil) {
    (self.events, self.cursor, self.left, self.gap) = (events, cursor, left, gap)
  }
}

public struct HomeEvent: Codable, Sendable, Hashable {
  /// The same of one event whenever it is told, and of no two others, whatever becomes of the log: its number in the log
  /// and its moment. At most 40 characters of `0-9a-z-`.
  public var id: String
  /// Counts up, with holes.
  public var sequence: Int64
  /// RFC 3339 with offset.
  public var time: String
  /// Since 1970, as a string: JSON numbers lose digits.
  public var nanoseconds: String
  /// The word of the log, as `dismiss_success_qr`: `rouse log` shows it too.
  public var kind: String
  /// What the house calls it; nil: it has no word for it.
  @OrNull public var happening: HomeHappening? = nil
  @OrNull public var alarmId: String? = nil
  @OrNull public var label: String? = nil
  /// In words; nil: there is nothing else to say, or it is nothing for the house.
  @OrNull public var detail: String? = nil
}

extension HomeEvent {
  package init(
    _ event: EventView, id: String, sequence: Int64, _ happening: HomeHappening?, isDetailForTheHouse: Bool
  ) {
    self.init(
      id: id, sequence: sequence, time: event.time, nanoseconds: event.nanoseconds, kind: event.event,
      happening: happening, alarmId: event.alarmId, label: event.label, detail: isDetailForTheHouse ? event.detail : nil
    )
  }
}

/// The events that a house acts upon.
public enum HomeHappening: String, Codable, Sendable, CaseIterable {
  case fired, dismissed, snoozed, missed, skipped
  /// After the dismissal a card is asked for once more.
  case wakeCheck = "wake_check"
  /// A code was shown that does not end the ring.
  case wrongCard = "wrong_card"
  case timerEnded = "timer_ended"
  case reminder
}
