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
    return try dues("TRUE", most: 1).first
  }

  /// Considers all rings under a trusted clock, however old, but reads only their times.
  ///
  /// - Parameter most: Limits the result to the latest rings.
  public func unmissed(most: Int) throws(StorageError) -> Unmissed {
    guard isOfOwnVersion else { return Unmissed() }
    let lastMiss = try dues("outcome IN ('missed', 'missed_unrung')", most: 1).first
    let dues = try dues("due > ? AND outcome = 'dismissed'", [lastMiss ?? Instant.min], most: most + 1)
    return Unmissed(lastMiss: lastMiss, dues: dues.prefix(most).reversed(), isCutOff: dues.count > most)
  }

  /// Returns when the latest ended rings under a trusted clock were due, latest first.
  private func dues(
    _ condition: String, _ values: [(any SQLValue)?] = [], most: Int
  ) throws(StorageError) -> [Instant] {
    try database.run(
      """
      SELECT due FROM history WHERE \(condition) AND trusted <> 0 AND ended IS NOT NULL ORDER BY due DESC LIMIT ?
      """, values + [most]
    ) { $0.instant(0) }
  }
}
