import AlarmClock

/// A reminder that has come or is still to come.
public struct Reminder: Hashable, Sendable, Identifiable {
  /// Six letters and digits.
  public let id: String
  public var occasion: Occasion
  public var due: Instant
  /// It is of no use afterwards.
  public internal(set) var end: Instant
  /// When it came; `nil` if it is still to come.
  public var shown: Instant?
  /// When it came for the first time, if it has. Without an answer it comes again on later evenings.
  public internal(set) var first: Instant?
  /// Whether its sound is over, or none was wanted. Quiet hours delay only the sound, not the display.
  public var isHeard: Bool
  public var isRead: Bool
  /// When the user marked it as done, if so.
  public var done: Instant?
  /// When its cause was found to be gone, if so.
  public var gone: Instant?
  /// Whether the user removed it from the display without an answer.
  public internal(set) var isCleared: Bool

  public var kind: ReminderKind { occasion.kind }

  public init(
    id: String, occasion: Occasion, due: Instant, end: Instant, shown: Instant? = nil, first: Instant? = nil,
    isHeard: Bool = false, isRead: Bool = false, done: Instant? = nil, gone: Instant? = nil, isCleared: Bool = false
  ) {
    (self.id, self.occasion, self.due, self.end) = (id, occasion, due, end)
    (self.shown, self.first, self.isHeard, self.isRead) = (shown, first ?? shown, isHeard, isRead)
    (self.done, self.gone, self.isCleared) = (done, gone, isCleared)
  }

  /// Whether it was answered or its cause is gone. Until then it comes again.
  public var isDelivered: Bool { done != nil || gone != nil }

  /// Whether it is still to come, or to come again.
  public func isWaiting(at now: Instant) -> Bool { !isDelivered && end > now && shown.map { due > $0 } ?? true }

  /// Whether the display shows it: it has come, and stays until it is answered, its cause is gone, or it is bedtime.
  public func isStanding(at now: Instant) -> Bool {
    guard let shown, !isDelivered, shown - now <= Self.mostAhead else { return false }
    return due <= shown && leaves.map { now < $0 } ?? false
  }

  /// When it leaves the display unanswered, or `nil` before it comes. At night it comes only if postponed, for 30 min.
  public var leaves: Instant? {
    let bedtime = kind.endsAtBedtime ? end : end - Self.day
    return shown.map { $0 < bedtime ? bedtime : min(end, $0 + Self.shownAtNight) }
  }

  /// Returns the default snooze: half an hour, or half of the time until bedtime if less, but at least a minute.
  public func usualSnooze(at now: Instant, before bedtime: Instant?) -> Duration {
    max(ReminderBook.snoozes.lowerBound, min(Self.longestUsualSnooze, (min(end, bedtime ?? end) - now) / 2))
  }

  /// Returns a reminder that did not come again this evening to its place in the history.
  mutating func rest() {
    guard shown == nil, let first else { return }
    (shown, due, end) = (first, min(due, first), min(end, first))
  }

  public static let longestUsualSnooze: Duration = .seconds(1800)

  static let day: Duration = .seconds(86_400)
  static let shownAtNight: Duration = .seconds(1800)
  /// If it came later than this after now, it came by a wrong clock that has stepped back since.
  static let mostAhead: Duration = .seconds(3600)

  /// Returns when a reminder of this evening becomes useless.
  static func end(of kind: ReminderKind, before bedtime: Instant) -> Instant {
    bedtime + (kind.endsAtBedtime ? .zero : day)
  }

  /// Whether it belongs to the evening before this bedtime, even if the bedtime has been changed since.
  func isOf(_ bedtime: Instant) -> Bool {
    let end = Self.end(of: kind, before: bedtime)
    return max(self.end, end) - min(self.end, end) < .seconds(43_200)
  }
}
