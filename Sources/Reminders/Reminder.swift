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
  /// Whether its sound is over, or none was wanted. Quiet hours hold sound back, and not the display.
  public var isHeard: Bool
  public var isRead: Bool
  /// When somebody said that it is done; nil: nobody has.
  public var done: Instant?
  /// When its cause was gone, or `nil` if it is not, as far as is known.
  public var gone: Instant?

  public var kind: ReminderKind { occasion.kind }

  public init(
    id: String, occasion: Occasion, due: Instant, end: Instant, shown: Instant? = nil, isHeard: Bool = false,
    isRead: Bool = false, done: Instant? = nil, gone: Instant? = nil
  ) {
    (self.id, self.occasion, self.due, self.end) = (id, occasion, due, end)
    (self.shown, self.isHeard, self.isRead, self.done, self.gone) = (shown, isHeard, isRead, done, gone)
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
    guard let shown, !isDelivered else { return false }
    return due <= shown && leaves.map { now < $0 } ?? false
  }

  /// When it leaves the display unanswered, or `nil` if it has not come. One that comes at night, because somebody has
  /// put it off, stays for half an hour.
  public var leaves: Instant? {
    let bedtime = kind.endsAtBedtime ? end : end - Self.day
    return shown.map { $0 < bedtime ? bedtime : min(end, $0 + Self.shownAtNight) }
  }

  /// Returns for how long it is put off where nobody says: half an hour, or half of the time left before bedtime if
  /// that is less.
  public func usualSnooze(at now: Instant, before bedtime: Instant?) -> Duration {
    min(Self.longestUsualSnooze, (min(end, bedtime ?? end) - now) / 2)
  }

  public static let longestUsualSnooze: Duration = .seconds(1800)

  static let day: Duration = .seconds(86_400)
  static let shownAtNight: Duration = .seconds(1800)

  /// When a reminder of this evening is of no use any more.
  static func end(of kind: ReminderKind, before bedtime: Instant) -> Instant {
    bedtime + (kind.endsAtBedtime ? .zero : day)
  }
}
