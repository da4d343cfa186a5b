import AlarmClock

/// Forgetting what nobody asks for any more, a bounded piece at a time.
extension Store {
  /// Removes events beyond the latest `most`, and those older than all that happened since `oldest`; nil: of any age.
  ///
  /// Only from the log's beginning: a time that a wrong clock has written between others does not make an event old.
  ///
  /// - Returns: how many went; less than `batch`: there are no more.
  public func pruneEvents(before oldest: Instant?, keeping most: Int, batch: Int) throws(StorageError) -> Int {
    var first = try database.run(
      "SELECT sequence FROM events ORDER BY sequence DESC LIMIT 1 OFFSET ?", [.integer(Int64(most) - 1)]
    ) { $0.integer(0) }.first
    if let oldest {
      let young =
        try database.run(
          "SELECT MIN(sequence) FROM events WHERE time >= ?", [.integer(oldest.nanoseconds)]
        ) { $0.optionalInteger(0).map(Int64.init) }.first ?? nil
      if let young { first = max(first ?? young, young) }
    }
    guard let first else { return 0 }
    return try database.run(
      """
      DELETE FROM events WHERE sequence IN (
        SELECT sequence FROM events WHERE sequence < ? ORDER BY sequence LIMIT ?) RETURNING 1
      """, [.integer(first), .integer(Int64(batch))]
    ) { _ in }.count
  }

  /// Removes rings that were due and ended before `oldest`, but for misses that nobody has acknowledged.
  ///
  /// - Returns: how many went; less than `batch`: there are no more.
  public func pruneRings(before oldest: Instant, batch: Int) throws(StorageError) -> Int {
    try database.run(
      """
      DELETE FROM rings WHERE (alarm_id, key) IN (
        SELECT alarm_id, key FROM rings WHERE due < ? AND ended < ? AND outcome IS NOT NULL
          AND (acknowledged = 1 OR outcome NOT IN ('missed', 'missed_unrung')) LIMIT ?) RETURNING 1
      """, [.integer(oldest.nanoseconds), .integer(oldest.nanoseconds), .integer(Int64(batch))]
    ) { _ in }.count
  }
}
