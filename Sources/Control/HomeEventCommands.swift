import AlarmClock

/// Returns a page of the events after an event, in order. If there are none, waits for the next event.
///
/// The reader asks for the next page when it is ready: nothing accumulates in the daemon, and a slow reader loses
/// nothing. All events in a page are on the disk, so a number never returns with other contents.
public struct ReadHomeEvents: Command {
  public static let name = "home.events"
  public typealias Reply = HomeEventPage

  /// The `cursor` of the last processed page, or `nil` to begin now: then an empty page comes at once.
  public var after: String?
  /// 1 to `mostInAPage`.
  public var limit: Int
  public static let mostInAPage = 100

  public init(after: String?, limit: Int = mostInAPage) { (self.after, self.limit) = (after, limit) }
}

public struct HomeEventPage: Codable, Sendable, Hashable {
  /// In the order in which they happened.
  public var events: [HomeEvent]
  /// The next value of `after`: the id of the last event in the page or, if it is empty, of the event before it.
  public var cursor: String
  public var left: Int
  /// Why the events do not directly follow `after`, or `nil` if they do.
  @OrNull public var gap: Gap?

  public enum Gap: String, Codable, Sendable {
    /// Events after the cursor are gone: the log is limited in size, and users can erase it.
    case pruned
    /// The cursor belongs to another log, because this one was erased or restored. This log is sent from its beginning;
    /// events that were sent before keep their ids.
    case anotherLog = "another_log"
  }

  public init(events: [HomeEvent], cursor: String, left: Int, gap: Gap? = nil) {
    (self.events, self.cursor, self.left, self.gap) = (events, cursor, left, gap)
  }
}

public struct HomeEvent: Codable, Sendable, Hashable {
  /// Identifies the event uniquely and forever, even if the log is replaced: its number in the log and its time. At
  /// most 40 characters of `0-9a-z-`.
  public var id: String
  /// Increases from event to event, with gaps.
  public var sequence: Int64
  /// RFC 3339 with offset.
  public var time: String
  /// Since 1970, as a string because JSON numbers lose digits.
  public var nanoseconds: String
  /// The kind in the log, such as `dismiss_success_qr`, as in `rouse log`.
  public var kind: String
  /// The name for the house, or `nil` if the house does not act on this kind.
  @OrNull public var happening: HomeHappening? = nil
  @OrNull public var alarmId: String? = nil
  @OrNull public var label: String? = nil
  /// Details in words; `nil` if there are none or they are not meant for the house.
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

/// The events that a house can act on.
public enum HomeHappening: String, Codable, Sendable, CaseIterable {
  case fired, dismissed, snoozed, missed, skipped
  /// The ring was dismissed, and a card will be asked for once more.
  case wakeCheck = "wake_check"
  /// A code was shown that does not end the ring.
  case wrongCard = "wrong_card"
  case timerEnded = "timer_ended"
  case reminder
}
