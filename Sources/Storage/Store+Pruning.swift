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
      "SELECT sequence FROM events ORDER BY sequence DESC LIMIT 1 OFFSET ?", [most - 1]
    ) { $0.integer(0) }.first
    if let oldest {
      let young = try database.run("SELECT MIN(sequence) FROM events WHERE time >= ?", [oldest]) {
        $0.optionalInteger(0)
      }
      if case let young?? = young.first { first = max(first ?? young, young) }
    }
    guard let first else { return 0 }
    return try prune("events", "sequence", where: "sequence < ? ORDER BY sequence", [first], batch: batch)
  }

  /// Removes history from before `oldest`.
  public func pruneHistory(before oldest: Instant, batch: Int) throws(StorageError) -> Int {
    guard isOfOwnVersion else { return 0 }
    return max(
      try prune("history", "alarm_id, key", where: "due < ? AND ended < ?", [oldest, oldest], batch: batch),
      try prune("happenings", "number", where: "began < ? AND ended < ?", [oldest, oldest], batch: batch))
  }

  /// Removes all but the latest `most` other events from the history, regardless of their times.
  public func pruneHappenings(keeping most: Int, batch: Int) throws(StorageError) -> Int {
    guard isOfOwnVersion else { return 0 }
    return try prune(
      "happenings", "number", where: "number <= (SELECT MAX(number) FROM happenings) - ? ORDER BY number",
      [most], batch: batch)
  }

  /// Removes rings that were due and ended before `oldest`, except unacknowledged misses.
  public func pruneRings(before oldest: Instant, batch: Int) throws(StorageError) -> Int {
    try prune(
      "rings", "alarm_id, key", where: "due < ? AND ended < ? AND \(Self.isForgettable)", [oldest, oldest],
      batch: batch)
  }

  /// The ring has ended and, if it was missed, was acknowledged.
  static let isForgettable =
    "outcome IS NOT NULL AND (acknowledged = 1 OR outcome NOT IN ('missed', 'missed_unrung'))"

  /// Removes at most `batch` rows, and returns their number.
  ///
  /// - Parameters:
  ///   - key: The columns of the primary key.
  ///   - condition: May end with an order.
  func prune(
    _ table: String, _ key: String, where condition: String, _ values: [(any SQLValue)?], batch: Int
  ) throws(StorageError) -> Int {
    try database.run(
      "DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE \(condition) LIMIT ?) RETURNING 1",
      values + [batch]
    ) { _ in }.count
  }
}
