import AlarmClock

/// Removal of old data, at most `batch` rows from a table at a time.
///
/// Each function returns the largest number of rows removed from one table. Nothing is left to remove once this is less
/// than `batch`.
extension Store {
  /// Removes events beyond the latest `most`, and those older than everything since `oldest`; `nil` for no age limit.
  ///
  /// Removes from the beginning of the log only: if a wrong clock wrote an early time in between, the event is not old.
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

  /// Removes history from before `oldest`.
  public func pruneHistory(before oldest: Instant, batch: Int) throws(StorageError) -> Int {
    guard isOfOwnVersion else { return 0 }
    let values: [SQLValue] = [.integer(oldest.nanoseconds), .integer(oldest.nanoseconds), .integer(Int64(batch))]
    let rings = try database.run(
      """
      DELETE FROM history WHERE (alarm_id, key) IN (
        SELECT alarm_id, key FROM history WHERE due < ? AND ended < ? LIMIT ?) RETURNING 1
      """, values
    ) { _ in }.count
    let others = try database.run(
      """
      DELETE FROM happenings WHERE number IN (
        SELECT number FROM happenings WHERE began < ? AND ended < ? LIMIT ?) RETURNING 1
      """, values
    ) { _ in }.count
    return max(rings, others)
  }

  /// Removes all but the latest `most` other events from the history, regardless of their times.
  public func pruneHappenings(keeping most: Int, batch: Int) throws(StorageError) -> Int {
    guard isOfOwnVersion else { return 0 }
    return try database.run(
      """
      DELETE FROM happenings WHERE number IN (
        SELECT number FROM happenings WHERE number <= (SELECT MAX(number) FROM happenings) - ? ORDER BY number LIMIT ?)
      RETURNING 1
      """, [.integer(Int64(most)), .integer(Int64(batch))]
    ) { _ in }.count
  }

  /// Removes rings that were due and ended before `oldest`, except unacknowledged misses.
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
