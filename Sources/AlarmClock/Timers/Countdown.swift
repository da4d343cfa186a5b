/// The display's text about timers.
public enum Countdown: Hashable, Sendable {
  /// The time left on the timer that ends first.
  case running(left: Duration)
  /// A timer has ended and nobody has acknowledged it. The label is empty if the timer has none.
  case ended(label: String)

  public var isEnded: Bool { if case .ended = self { true } else { false } }

  private static let minute: Int64 = 60_000_000_000
  /// In seconds. From 100 minutes on, minutes and seconds do not fit.
  private static let longestInSeconds: Int64 = 100 * 60

  /// Minutes and seconds, such as `24:59`, with a space before a single digit; from 100 minutes on, hours and minutes,
  /// such as `1h40`; from ten hours on, only hours, such as ` 12h`. The `h` instead of a colon distinguishes them from
  /// the time of day.
  ///
  /// Rounded up, so that the text reaches zero when the timer ends.
  public var text: String {
    if seconds < Self.longestInSeconds {
      return "\(seconds < 600 ? " " : "")\(seconds / 60):\((seconds % 60).padded(to: 2))"
    }
    let minutes = (seconds + 59) / 60
    let hours = minutes / 60
    return hours < 10 ? "\(hours)h\((minutes % 60).padded(to: 2))" : " \(hours)h"
  }

  /// How long the text stays the same, or `nil` if it does not change by itself.
  public var nextChange: Duration? {
    guard case .running(let left) = self, left > .zero else { return nil }
    func timeToBoundary(of unit: Int64) -> Duration { .nanoseconds((left.wholeNanoseconds - 1) % unit + 1) }
    guard seconds >= Self.longestInSeconds else { return timeToBoundary(of: 1_000_000_000) }
    return min(timeToBoundary(of: Self.minute), left - .seconds(Self.longestInSeconds - 1))
  }

  /// The seconds left, rounded up.
  private var seconds: Int64 {
    guard case .running(let left) = self, left > .zero else { return 0 }
    return (left.wholeNanoseconds - 1) / 1_000_000_000 + 1
  }
}
