/// A point in time, in nanoseconds since 1970-01-01T00:00:00Z without leap seconds (POSIX time).
///
/// The range is 1677-09-21 to 2262-04-11. Arithmetic saturates at both ends and never traps, so that a nonsensical
/// clock or duration cannot end the process. Encoded as the number of nanoseconds.
public struct Instant: Comparable, Hashable, Sendable, Codable {
  /// Negative before 1970.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Converts whole seconds since 1970-01-01T00:00:00Z. Beyond the range of `Instant`, uses its nearer end.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  public static let min = Instant(nanoseconds: .min)

  /// The latest instant, in 2262; later ones saturate here.
  public static let max = Instant(nanoseconds: .max)

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded toward the past.
  public var seconds: Int64 { nanoseconds.flooredDivision(by: 1_000_000_000) }

  public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Saturates; drops fractions of a nanosecond.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: (.nanoseconds(instant.nanoseconds) + duration.bounded).wholeNanoseconds)
  }

  /// Saturates; drops fractions of a nanosecond.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: (.nanoseconds(instant.nanoseconds) - duration.bounded).wholeNanoseconds)
  }

  /// Exact for any two instants, because a `Duration` is wider than an `Instant`.
  public static func - (left: Instant, right: Instant) -> Duration {
    .nanoseconds(left.nanoseconds) - .nanoseconds(right.nanoseconds)
  }

  public static func += (instant: inout Instant, duration: Duration) { instant = instant + duration }

  public init(from decoder: any Decoder) throws { nanoseconds = try Int64(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try nanoseconds.encode(to: encoder) }
}

extension Duration {
  /// Limited to 634 years in either direction: enough to leave the range from any instant, and far from overflow in a
  /// sum.
  fileprivate var bounded: Duration {
    Swift.min(Swift.max(self, .seconds(-20_000_000_000)), .seconds(20_000_000_000))
  }

  /// The duration in nanoseconds, clamped to the range of Int64 (292 years).
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = Swift.min(Swift.max(self, .nanoseconds(Int64.min)), .nanoseconds(Int64.max)).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Returns the remainder of a non-negative duration after whole periods.
  func remainder(dividingBy period: Duration) -> Duration {
    .nanoseconds(wholeNanoseconds % period.wholeNanoseconds)
  }
}

extension FixedWidthInteger {
  /// Rounds toward negative infinity, whereas `/` rounds toward zero. `divisor` must be positive.
  package func flooredDivision(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// Returns the remainder of `flooredDivision`, 0 ..< `divisor`. `divisor` must be positive.
  func flooredRemainder(by divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  /// Returns the decimal digits of a non-negative value, padded with zeros on the left.
  package func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
