import AlarmClock

extension Store {
  /// Returns the armed occurrences without an outcome, future and ringing ones. Defaults replace invalid values of the
  /// plan, so that it rings.
  public func openRings() throws(StorageError) -> [OpenRing] {
    let tallies = try openTallies()
    return try rows(
      of: .rings,
      """
      SELECT alarm_id, key, due, adjustment, recurrence, skipped, label, cards, fallback_sound, began, trusted, snoozed,
        rest, rest_until, zone_doubt, \(Self.ownColumns.joined(separator: ", ")), NULL
      FROM rings WHERE outcome IS NULL ORDER BY due
      """
    ) { row, reading throws(Flaw) in
      let own = reading.overrides(row, from: 15)
      var ring = try reading.essentials(of: row, own)
      ring.plan.fallbackSound = reading.overrides(row, from: 8, [SettingKey.sound.setting]).sound
      guard let began = row.optionalInstant(9) else { return OpenRing(ring, isPassedOver: row.flag(14)) }
      var progress = RingProgress(began: began, isTrusted: row.flag(10))
      progress.snoozes = reading.value("snoozes", row.integer(11), or: 0, ColumnText.count)
      // If the end of the rest is unreadable, it rings.
      progress.rest = reading.value("rest", row.optionalText(12), or: nil) { word throws(InvalidValue) in
        try ColumnText.rest(word, until: row.integer(13), began: progress.began)
      }
      progress.tally = tallies[ring.id] ?? RingTally()
      return OpenRing(ring, progress: progress)
    }
  }

  /// Stores an armed occurrence. One that already has an outcome is left unchanged.
  ///
  /// - Parameter isPassedOver: Whether a zone change has passed over it, so that it does not ring for now.
  public func arm(_ armed: ArmedOccurrence, isPassedOver: Bool = false) throws(StorageError) {
    let plan = armed.plan
    try put(
      in: .rings,
      [
        "alarm_id": plan.alarmID, "key": armed.occurrence.key.description, "due": armed.due,
        "adjustment": armed.occurrence.adjustment.rawValue, "recurrence": ColumnText.text(armed.recurrence),
        "skipped": armed.isSkipped, "label": plan.label, "cards": ColumnText.text(plan.cards),
        "fallback_sound": plan.fallbackSound, "zone_doubt": isPassedOver,
      ], own: Self.columns(RingOverrides(sound: plan.sound, plan.values)), keys: 2, "WHERE outcome IS NULL")
  }

  /// Stores the progress of a ring, unless it has an outcome.
  public func record(_ progress: RingProgress, of id: RingID) throws(StorageError) {
    let rest = ColumnText.columns(progress.rest)
    try database.run(
      """
      UPDATE rings SET began = ?, trusted = ?, snoozed = ?, rest = ?, rest_until = ?
      WHERE alarm_id = ? AND key = ? AND outcome IS NULL
      """,
      [progress.began, progress.isTrusted, progress.snoozes, rest.word, rest.until] + id.columns)
  }

  /// Removes an alarm's armed occurrences, except those that are ringing and unreadable ones.
  public func disarm(_ alarmID: String, except ringing: Set<Occurrence.Key>) throws(StorageError) {
    let keys = try database.run("SELECT key FROM rings WHERE alarm_id = ? AND outcome IS NULL", [alarmID]) {
      Occurrence.Key($0.text(0))
    }
    for case let key? in keys where !ringing.contains(key) {
      try database.run(
        "DELETE FROM rings WHERE alarm_id = ? AND key = ? AND outcome IS NULL",
        RingID(alarmID: alarmID, key: key).columns)
    }
  }

  /// Stores the outcome of an armed occurrence. Returns `false`, changing nothing, if it already has one.
  ///
  /// - Parameters:
  ///   - isTrusted: Whether the clock that ended it was trusted. If not, the outcome only counts until the clock shows
  ///     that the occurrence is still to come (`provisionalOutcomes`).
  ///   - isZoneInDoubt: Whether the zone had changed within a day. The outcome then only counts until another zone
  ///     makes the occurrence come later.
  @discardableResult
  public func record(
    _ outcome: RingOutcome, of armed: ArmedOccurrence, at ended: Instant, isTrusted: Bool = true,
    isZoneInDoubt: Bool = false
  ) throws(StorageError) -> Bool {
    try arm(armed)
    let (word, cardID) = ColumnText.columns(outcome)
    let changed = try database.run(
      """
      UPDATE rings SET outcome = ?, ended = ?, card_id = ?, trusted = ?, zone_doubt = ?
      WHERE alarm_id = ? AND key = ? AND outcome IS NULL RETURNING 1
      """, [word, ended, cardID, isTrusted, isZoneInDoubt] + armed.id.columns
    ) { _ in }.count
    return changed > 0
  }

  /// Returns the keys of an alarm's ended occurrences that were due after `instant`, so that they do not ring again.
  /// Skips unreadable keys.
  public func endedKeys(of alarmID: String, dueAfter instant: Instant) throws(StorageError) -> Set<Occurrence.Key> {
    Set(
      try database.run(
        "SELECT key FROM rings WHERE alarm_id = ? AND outcome IS NOT NULL AND due > ?", [alarmID, instant]
      ) { Occurrence.Key($0.text(0)) }.compactMap(\.self))
  }

  /// An outcome that no longer counts if the occurrence turns out to be still to come.
  public struct ProvisionalOutcome: Hashable, Sendable {
    public var id: RingID
    public var due: Instant
    public var recurrence: Recurrence
    /// Whether the clock was trusted. Then only another zone can revert the outcome.
    public var isTrusted: Bool
    public var isZoneInDoubt: Bool

    public init(id: RingID, due: Instant, recurrence: Recurrence, isTrusted: Bool, isZoneInDoubt: Bool) {
      self.id = id
      self.due = due
      self.recurrence = recurrence
      self.isTrusted = isTrusted
      self.isZoneInDoubt = isZoneInDoubt
    }

    /// Whether the current clock or zone shows that the occurrence is still to come.
    public func isToCome(at now: Instant, in zone: ZoneRules) -> Bool {
      guard recurrence.isToCome(id.key, after: now, in: zone) else { return false }
      // In the same zone the due time is the same, so a small step back of the clock does not make it ring twice.
      return !isTrusted && due > now || isZoneInDoubt && id.key.resolved(in: zone).due > due
    }
  }

  /// Returns the outcomes from an untrusted clock, or within a day of a zone change, that were due after `instant`.
  public func provisionalOutcomes(dueAfter instant: Instant) throws(StorageError) -> [ProvisionalOutcome] {
    let outcomes = try database.run(
      """
      SELECT alarm_id, key, due, recurrence, trusted, zone_doubt FROM rings
      WHERE outcome IS NOT NULL AND due > ? AND (trusted = 0 OR zone_doubt = 1)
      """, [instant]
    ) { row -> ProvisionalOutcome? in
      // Unreadable outcomes are final.
      do throws(InvalidValue) {
        return ProvisionalOutcome(
          id: RingID(alarmID: row.text(0), key: try ColumnText.key(row.text(1))), due: row.instant(2),
          recurrence: try ColumnText.recurrence(row.text(3)), isTrusted: row.flag(4), isZoneInDoubt: row.flag(5))
      } catch { return nil }
    }
    return outcomes.compactMap(\.self)
  }

  /// A ring that nobody answered or that could not ring.
  public struct Miss: Hashable, Sendable {
    public var alarmID: String
    public var label: String
    public var due: Instant
    public var rang: Bool
  }

  /// Returns up to `limit` unacknowledged misses, latest first.
  public func misses(limit: Int = 20) throws(StorageError) -> [Miss] {
    try database.run(
      """
      SELECT alarm_id, label, due, outcome FROM rings
      WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0 ORDER BY due DESC LIMIT ?
      """, [limit]
    ) { row in
      Miss(alarmID: row.line(0), label: row.line(1), due: row.instant(2), rang: row.text(3) == "missed")
    }
  }

  /// Acknowledges all misses and returns their number.
  public func acknowledgeMisses() throws(StorageError) -> Int {
    try database.run(
      """
      UPDATE rings SET acknowledged = 1
      WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0 RETURNING 1
      """
    ) { _ in }.count
  }
}

extension RingID {
  /// The values of `alarm_id` and `key`.
  var columns: [(any SQLValue)?] { [alarmID, key.description] }
}
