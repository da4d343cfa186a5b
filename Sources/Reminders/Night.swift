import AlarmClock

/// The bedtimes around a moment, from the chosen time of day.
public struct Night: Hashable, Sendable {
  /// The latest bedtime up to the moment.
  public let last: Instant
  /// The next bedtime after the moment.
  public let coming: Instant

  /// A ring that ends a night comes within this time after bedtime.
  public static let longest: Duration = .seconds(16 * 3600)
  /// Without a ring, people are assumed to sleep this long.
  static let usual: Duration = .seconds(10 * 3600)

  public init(bedtime: LocalTime, at now: Instant, in zone: ZoneRules) {
    let today = zone.local(now).date
    let moments = (-2...2).map { days in
      zone.resolve(LocalDateTime(date: today.adding(days: days), time: bedtime)).instant
    }
    last = moments.last { $0 <= now } ?? .min
    coming = moments.first { $0 > now } ?? .max
  }

  /// Whether people may be asleep: from bedtime until a card has ended the last ring of the night. They sleep on after
  /// an earlier ring, such as one for a pill.
  ///
  /// - Parameters:
  ///   - lastRing: when a card last ended a ring, if known.
  ///   - nextRing: when the next ring is due, if one is set.
  public func isAsleep(at now: Instant, lastRing: Instant?, nextRing: Instant?) -> Bool {
    if let nextRing, nextRing - last < Self.longest { return true }
    if let lastRing, lastRing > last, lastRing <= now { return false }
    return now < last + Self.usual
  }
}
