import AlarmClock

/// A text that people have the display show for a while.
public struct Message: Hashable, Sendable {
  /// When it is over.
  public enum End: Hashable, Sendable {
    /// After a time that no step of the clock changes.
    case after(Deadline)
    /// When the clock says so.
    case at(Instant)

    private static let longest: Duration = .seconds(2 * 86_400)

    /// Negative once it has passed.
    public func left(at reading: ClockReading) -> Duration {
      let left =
        switch self {
        case .after(let deadline): deadline.left(at: reading)
        case .at(let moment): moment - reading.now
        }
      // None is set for longer: the clock was wrong when this one was.
      return left > Self.longest ? .zero : left
    }
  }

  public var id: String
  public var text: String
  public var end: End
  /// It was asked to beep as it came.
  public var beeps: Bool
  /// Whether it is the word of a reminder, which the book of reminders keeps over a restart.
  public var isReminder: Bool

  public init(id: String, text: String, end: End, beeps: Bool = false, isReminder: Bool = false) {
    self.id = id
    self.text = text
    self.end = end
    self.beeps = beeps
    self.isReminder = isReminder
  }

  /// How long one may be shown.
  public static let lengths: ClosedRange<Duration> = .seconds(10) ... .seconds(86_400)
  /// Where nobody says.
  public static let usualLength: Duration = .seconds(600)
}
