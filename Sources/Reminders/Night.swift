import AlarmClock

/// The bedtimes around a moment, as people have set their time of day.
public struct Night: Hashable, Sendable {
  /// The bedtime that has come last.
  public let last: Instant
  /// The one that comes next.
  public let coming: Instant

  /// The ring after bedtime that a night ends with comes within so long.
  public static let longest: Duration = .seconds(16 * 3600)
  /// People have slept enough after so long, though no ring wakes them.
  static let usual: Duration = .seconds(10 * 3600)

  public init(bedtime: LocalTime, at now: Instant, in zone: ZoneRules) {
    let today = zone.local(now).date
    let moments = (-2...2).map { days in
      zone.resolve(LocalDateTime(date: today.adding(days: days), time: bedtime)).instant
    }
    last = moments.last { $0 <= now } ?? .min
    coming = moments.first { $0 > now } ?? .max
  }

  /// Whether people may be asleep: from bedtime until a card has ended the last ring of the night. One in the middle of it,
  /// as for a pill, is slept after.
  ///
  /// - Parameters:
  ///   - lastRing: when a card ended a ring last; nil: none is known.
  ///   - nextRing: when the next one is due; nil: none is set.
  public func isAsleep(at now: Instant, lastRing: Instant?, nextRing: Instant?) -> Bool {
    if let nextRing, nextRing - last < Self.longest { return true }
    if let lastRing, lastRing > last, lastRing <= now { return false }
    return now < last + Self.usual
  }
}
