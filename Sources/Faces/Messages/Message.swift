import AlarmClock

/// A text that the display shows for a while.
public struct Message: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    /// After a duration, unaffected by clock changes.
    case after(Deadline)
    case at(Instant)

    private static let longest: Duration = .seconds(2 * 86_400)

    /// Returns the time left, negative once the message has ended.
    public func left(at reading: ClockReading) -> Duration {
      let left =
        switch self {
        case .after(let deadline): deadline.left(at: reading)
        case .at(let moment): moment - reading.now
        }
      // No message lasts this long, so the clock was wrong when it was set.
      return left > Self.longest ? .zero : left
    }
  }

  public var id: String
  public var text: String
  public var end: End
  public var beeps: Bool
  /// Whether the text belongs to a reminder; the reminder book keeps those over a restart.
  public var isReminder: Bool

  public init(id: String, text: String, end: End, beeps: Bool = false, isReminder: Bool = false) {
    self.id = id
    self.text = text
    self.end = end
    self.beeps = beeps
    self.isReminder = isReminder
  }

  public static let lengths: ClosedRange<Duration> = .seconds(10) ... .seconds(86_400)
  public static let usualLength: Duration = .seconds(600)
}
