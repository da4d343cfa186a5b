/// A point in time: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
///
/// Reaches from 1677-09-21 to 2262-04-11. Arithmetic saturates at both ends and never traps, so that a nonsensical
/// clock or duration cannot end the process.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z, negative before.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Whole seconds since 1970-01-01T00:00:00Z; beyond the range of `Instant` the nearest end of it.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// The earliest instant, in 1677.
  public static let min = Instant(nanoseconds: .min)

  /// The latest instant, in 2262; what is later saturates here.
  public static let max = Instant(nanoseconds: .max)

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded towards the past.
  public var seconds: Int64 { nanoseconds.flooredDivision(by: 1_000_000_000) }

  public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Saturates; a fraction of a nanosecond is dropped.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: (.nanoseconds(instant.nanoseconds) + duration.bounded).saturatedNanoseconds)
  }

  /// Saturates; a fraction of a nanosecond is dropped.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: (.nanoseconds(instant.nanoseconds) - duration.bounded).saturatedNanoseconds)
  }

  /// Exact for any two instants: a `Duration` is wider than `Instant`.
  public static func - (left: Instant, right: Instant) -> Duration {
    .nanoseconds(left.nanoseconds) - .nanoseconds(right.nanoseconds)
  }

  public static func += (instant: inout Instant, duration: Duration) { instant = instant + duration }
}

/// Nanoseconds since 1970, as a number.
extension Instant: Codable {
  public init(from decoder: any Decoder) throws { nanoseconds = try Int64(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try nanoseconds.encode(to: encoder) }
}

extension Duration {
  /// At most 634 years either way: from any instant past the end of the range, and far from where a sum would trap.
  fileprivate var bounded: Duration {
    Swift.min(Swift.max(self, .seconds(-20_000_000_000)), .seconds(20_000_000_000))
  }

  fileprivate var saturatedNanoseconds: Int64 {
    let (seconds, attoseconds) = Swift.min(Swift.max(self, .nanoseconds(Int64.min)), .nanoseconds(Int64.max)).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

extension FixedWidthInteger {
  /// Rounds towards negative infinity, where `/` rounds towards zero. `divisor` is positive.
  func flooredDivision(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// What `flooredDivision` leaves over: 0 ..< `divisor`. `divisor` is positive.
  func flooredRemainder(by divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
