import AlarmClock

/// The due times of the rings that were answered since the last miss.
public struct Unmissed: Hashable, Sendable {
  /// When the last missed ring was due, or `nil` if there was none.
  public var lastMiss: Instant?
  /// When the rings answered since then were due, earliest first.
  public var dues: [Instant]
  /// Whether there are more such rings, earlier than `dues`.
  public var isCutOff: Bool

  public init(lastMiss: Instant? = nil, dues: [Instant] = [], isCutOff: Bool = false) {
    (self.lastMiss, self.dues, self.isCutOff) = (lastMiss, dues, isCutOff)
  }
}

extension Store {
  /// Returns when the last ring under a trusted clock was due, or `nil` if there was none.
  public func lastTrustedRing() throws(StorageError) -> Instant? {
    guard isOfOwnVersion else { return nil }
    return try database.run(
      "SELECT due FROM history WHERE trusted <> 0 AND ended IS NOT NULL ORDER BY due DESC LIMIT 1"
    ) { $0.instant(0) }.first
  }

  /// Considers all rings under a trusted clock, however old, but reads only their times.
  ///
  /// - Parameter most: Limits the result to the latest rings.
  public func unmissed(most: Int) throws(StorageError) -> Unmissed {
    guard isOfOwnVersion else { return Unmissed() }
    let lastMiss = try database.run(
      """
      SELECT due FROM history WHERE outcome IN ('missed', 'missed_unrung') AND trusted <> 0 AND ended IS NOT NULL
      ORDER BY due DESC LIMIT 1
      """
    ) { $0.instant(0) }.first
    let dues = try database.run(
      """
      SELECT due FROM history WHERE due > ? AND outcome = 'dismissed' AND trusted <> 0 AND ended IS NOT NULL
      ORDER BY due DESC LIMIT ?
      """, [lastMiss ?? Instant.min, most + 1]
    ) { $0.instant(0) }
    return Unmissed(lastMiss: lastMiss, dues: dues.prefix(most).reversed(), isCutOff: dues.count > most)
  }
}
