import AlarmClock

/// Something that the clock reminds of, or has reminded of.
public struct Reminder: Hashable, Sendable, Identifiable {
  /// Six letters and digits.
  public let id: String
  public var occasion: Occasion
  /// When it is to come.
  public var due: Instant
  /// Afterwards it is of no use.
  public internal(set) var end: Instant
  /// When it came; nil: it is still to come.
  public var shown: Instant?
  /// When it came for the first time, or `nil` if it never has. One that nobody answers comes again on later evenings.
  public internal(set) var first: Instant?
  /// Whether its sound is over, or none was wanted. Quiet hours hold sound back, and not the display.
  public var isHeard: Bool
  public var isRead: Bool
  /// When somebody said that it is done; nil: nobody has.
  public var done: Instant?
  /// When its cause was gone, or `nil` if it is not, as far as is known.
  public var gone: Instant?
  /// Whether somebody took it off the display without an answer.
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
}

// MARK: Where it stands

extension Reminder {
  /// Somebody has answered it, or its cause is gone. Until then it comes again.
  public var isDelivered: Bool { done != nil || gone != nil }

  /// It is still to come, or to come again.
  public func isWaiting(at now: Instant) -> Bool { !isDelivered && end > now && shown.map { due > $0 } ?? true }

  /// It came, and the display shows it until somebody answers, its cause is gone, or it is time for bed.
  public func isStanding(at now: Instant) -> Bool {
    guard let shown, !isDelivered, shown - now <= Self.mostAhead else { return false }
    return due <= shown && leaves.map { now < $0 } ?? false
  }

  /// When it leaves the display unanswered, or `nil` if it has not come. One that comes at night, because somebody has
  /// put it off, stays for half an hour.
  public var leaves: Instant? {
    let bedtime = kind.endsAtBedtime ? end : end - Self.day
    return shown.map { $0 < bedtime ? bedtime : min(end, $0 + Self.shownAtNight) }
  }

  /// Returns for how long it is put off where nobody says: half an hour, or half of the time left before bedtime if
  /// that is less, but at least a minute.
  public func usualSnooze(at now: Instant, before bedtime: Instant?) -> Duration {
    max(ReminderBook.snoozes.lowerBound, min(Self.longestUsualSnooze, (min(end, bedtime ?? end) - now) / 2))
  }

  /// Returns one that did not come again this evening to its place in the history.
  mutating func rest() {
    guard shown == nil, let first else { return }
    (shown, due, end) = (first, min(due, first), min(end, first))
  }

  public static let longestUsualSnooze: Duration = .seconds(1800)

  static let day: Duration = .seconds(86_400)
  static let shownAtNight: Duration = .seconds(1800)
  /// One that came later than this after now came by a clock that was wrong, and has stepped back since.
  static let mostAhead: Duration = .seconds(3600)

  /// When a reminder of this evening is of no use any more.
  static func end(of kind: ReminderKind, before bedtime: Instant) -> Instant {
    bedtime + (kind.endsAtBedtime ? .zero : day)
  }
}
