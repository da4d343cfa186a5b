import AlarmClock

/// Something that the clock reminds of, or has reminded of.
public struct Reminder: Hashable, Sendable, Identifiable {
  /// Six letters and digits.
  public let id: String
  public var occasion: Occasion
  /// When it is to come.
  public var due: Instant
  /// Afterwards it is of no use.
  public let end: Instant
  /// When it came; nil: it is still to come.
  public var shown: Instant?
  public var isRead: Bool
  /// When somebody said that it is done; nil: nobody has.
  public var done: Instant?

  public var kind: ReminderKind { occasion.kind }

  public init(
    id: String, occasion: Occasion, due: Instant, end: Instant, shown: Instant? = nil, isRead: Bool = false,
    done: Instant? = nil
  ) {
    (self.id, self.occasion, self.due, self.end) = (id, occasion, due, end)
    (self.shown, self.isRead, self.done) = (shown, isRead, done)
  }
}
