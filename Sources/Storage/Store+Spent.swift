import AlarmClock

/// One-time alarms after their ring.
extension Store {
  /// Returns the ids of disabled one-time alarms whose ring ended at `limit` or earlier, under a trusted clock. A
  /// missed ring counts once it is acknowledged.
  ///
  /// Leaves out alarms that were changed or restored since `limit`. A ring that ended while the zone was in doubt
  /// counts a day later: another zone can revert its outcome for two days (`Store.provisionalOutcomes`).
  public func spentAlarms(endedBy limit: Instant, now: Instant) throws(StorageError) -> [String] {
    try database.run(
      """
      SELECT alarms.id FROM alarms JOIN rings ON alarm_id = alarms.id AND rings.recurrence = alarms.recurrence
      WHERE enabled = 0 AND (alarms.recurrence LIKE 'once %' OR alarms.recurrence LIKE 'instant %')
        AND outcome IS NOT NULL AND trusted = 1 AND ended + zone_doubt * 86400000000000 <= ?1
        AND (acknowledged = 1 OR outcome NOT IN ('missed', 'missed_unrung'))
        AND NOT EXISTS (
          SELECT 1 FROM events WHERE time > ?1 AND time <= ?2 AND sequence <= \(Self.lastSequence)
            AND (kind = 'storage_restored' OR kind = 'alarm_changed' AND events.alarm_id = alarms.id))
      """, [limit, now]
    ) { $0.text(0) }
  }

  /// Returns since when the clock has been trusted without a step, or the beginning of the log if the log says nothing
  /// about trust. `nil` if the clock is not trusted or the log is empty.
  public func trustedSince() throws(StorageError) -> Instant? {
    try database.run(
      """
      WITH known AS (SELECT sequence, time, kind FROM events WHERE sequence <= \(Self.lastSequence)),
        last AS (SELECT MAX(sequence) AS number FROM known WHERE kind IN ('clock_trusted', 'clock_untrusted')),
        trusted AS (
          SELECT MIN(sequence) AS number FROM known, last
          WHERE last.number IS NULL OR sequence >= last.number AND kind IN ('clock_trusted', 'daemon_started'))
      SELECT time FROM known, trusted
      WHERE sequence = trusted.number OR sequence > trusted.number AND kind = 'clock_stepped'
      ORDER BY sequence DESC LIMIT 1
      """
    ) { $0.instant(0) }.first
  }
}
