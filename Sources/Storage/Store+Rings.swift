import AlarmClock

extension Store {
  /// The occurrences that are armed and have no outcome: those to come, and those that ring. What of one's plan is no
  /// good the first-run defaults stand in for, so that it rings.
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
      ring.plan.fallbackSound = reading.sound(row.optionalText(8))
      guard let began = row.optionalInteger(9) else { return OpenRing(ring, isPassedOver: row.integer(14) != 0) }
      var progress = RingProgress(began: Instant(nanoseconds: Int64(began)), isTrusted: row.integer(10) != 0)
      progress.snoozes = reading.value("snoozes", or: 0) { () throws(InvalidValue) in
        try ColumnText.count(row.integer(11))
      }
      // Where it cannot be told until when it is silent, it rings.
      progress.rest = reading.value("rest", or: nil) { () throws(InvalidValue) in
        try ColumnText.rest(row.optionalText(12), until: row.integer(13), began: progress.began)
      }
      progress.tally = tallies[ring.id] ?? RingTally()
      return OpenRing(ring, progress: progress)
    }
  }

  /// Records an occurrence as going to ring. One that has its outcome already keeps it.
  ///
  /// - Parameter isPassedOver: a change of the zone has passed over it, and it does not ring for now.
  public func arm(_ armed: ArmedOccurrence, isPassedOver: Bool = false) throws(StorageError) {
    let plan = armed.plan
    try database.run(
      Self.upsertRing,
      [
        .text(plan.alarmID), .text(armed.occurrence.key.description), .integer(armed.due.nanoseconds),
        .text(armed.occurrence.adjustment.rawValue), .text(ColumnText.text(armed.recurrence)),
        .integer(armed.isSkipped ? 1 : 0), .text(plan.label), .text(ColumnText.text(plan.cards)),
        SQLValue(plan.fallbackSound), .integer(isPassedOver ? 1 : 0),
      ] + Self.columns(RingOverrides(sound: plan.sound, plan.values)))
    mend(.rings, plan.alarmID)
  }

  private static let upsertRing =
    upsert(
      "rings", key: ["alarm_id", "key"],
      ["due", "adjustment", "recurrence", "skipped", "label", "cards", "fallback_sound", "zone_doubt"] + ownColumns)
    + " WHERE outcome IS NULL"

  /// Records how far a ring has got; one that has its outcome keeps what it had.
  public func record(_ progress: RingProgress, of id: RingID) throws(StorageError) {
    let rest = ColumnText.columns(progress.rest)
    try database.run(
      """
      UPDATE rings SET began = ?, trusted = ?, snoozed = ?, rest = ?, rest_until = ?
      WHERE alarm_id = ? AND key = ? AND outcome IS NULL
      """,
      [
        .integer(progress.began.nanoseconds), .integer(progress.isTrusted ? 1 : 0), .integer(Int64(progress.snoozes)),
        rest.word, rest.until, .text(id.alarmID), .text(id.key.description),
      ])
  }

  /// Forgets an alarm's armed occurrences, but for the keys that ring, and for those that cannot be read.
  public func disarm(_ alarmID: String, except ringing: Set<Occurrence.Key>) throws(StorageError) {
    let keys = try database.run(
      "SELECT key FROM rings WHERE alarm_id = ? AND outcome IS NULL", [.text(alarmID)]
    ) { Occurrence.Key($0.text(0)) }
    for case let key? in keys where !ringing.contains(key) {
      try database.run(
        "DELETE FROM rings WHERE alarm_id = ? AND key = ? AND outcome IS NULL",
        [.text(alarmID), .text(key.description)])
    }
  }

  /// Records how an armed occurrence ended; the first outcome stays. False when it had one already.
  ///
  /// - Parameters:
  ///   - isTrusted: whether the clock was, that made it end; else the outcome counts until the clock says that the
  ///     occurrence is still to come (`provisionalOutcomes`).
  ///   - isZoneInDoubt: the zone had changed within a day; the outcome counts until another zone says so.
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
      """,
      [
        .text(word), .integer(ended.nanoseconds), SQLValue(cardID), .integer(isTrusted ? 1 : 0),
        .integer(isZoneInDoubt ? 1 : 0), .text(armed.plan.alarmID), .text(armed.occurrence.key.description),
      ]
    ) { row in row.integer(0) }
    return !changed.isEmpty
  }

  /// The occurrences of an alarm that ended and were due after `instant`: they do not ring again. What cannot be read is
  /// none that would.
  public func endedKeys(of alarmID: String, dueAfter instant: Instant) throws(StorageError) -> Set<Occurrence.Key> {
    Set(
      try database.run(
        "SELECT key FROM rings WHERE alarm_id = ? AND outcome IS NOT NULL AND due > ?",
        [.text(alarmID), .integer(instant.nanoseconds)]
      ) { Occurrence.Key($0.text(0)) }.compactMap(\.self))
  }

  /// An outcome that counts for as long as nothing says that its occurrence is still to come.
  public struct ProvisionalOutcome: Hashable, Sendable {
    public var id: RingID
    public var due: Instant
    public var recurrence: Recurrence
    /// The clock was trusted: another zone alone can take it back.
    public var isTrusted: Bool
    public var isZoneInDoubt: Bool

    public init(id: RingID, due: Instant, recurrence: Recurrence, isTrusted: Bool, isZoneInDoubt: Bool) {
      self.id = id
      self.due = due
      self.recurrence = recurrence
      self.isTrusted = isTrusted
      self.isZoneInDoubt = isZoneInDoubt
    }
  }

  /// The outcomes of an untrusted clock, and of a zone that had changed within a day, of what was due after `instant`.
  public func provisionalOutcomes(dueAfter instant: Instant) throws(StorageError) -> [ProvisionalOutcome] {
    let outcomes = try database.run(
      """
      SELECT alarm_id, key, due, recurrence, trusted, zone_doubt FROM rings
      WHERE outcome IS NOT NULL AND due > ? AND (trusted = 0 OR zone_doubt = 1)
      """, [.integer(instant.nanoseconds)]
    ) { row -> ProvisionalOutcome? in
      // What cannot be read stays as it ended.
      do throws(InvalidValue) {
        return ProvisionalOutcome(
          id: RingID(alarmID: row.text(0), key: try ColumnText.key(row.text(1))),
          due: Instant(nanoseconds: row.integer(2)), recurrence: try ColumnText.recurrence(row.text(3)),
          isTrusted: row.integer(4) != 0, isZoneInDoubt: row.integer(5) != 0)
      } catch { return nil }
    }
    return outcomes.compactMap(\.self)
  }

  /// Forgets how an occurrence ended, so that it can be armed again.
  ///
  /// - Returns: whether a card had ended it; the history keeps that.
  @discardableResult
  public func forgetOutcome(of id: RingID) throws(StorageError) -> Bool {
    try database.run(
      "DELETE FROM rings WHERE alarm_id = ? AND key = ? AND outcome IS NOT NULL",
      [.text(id.alarmID), .text(id.key.description)])
    return try forgetHistory(of: id)
  }

  /// A ring that nobody answered, or that could not ring.
  public struct Miss: Hashable, Sendable {
    public var alarmID: String
    public var label: String
    public var due: Instant
    public var rang: Bool
  }

  /// The misses that nobody has acknowledged, the latest first, so many at most.
  public func misses(limit: Int = 20) throws(StorageError) -> [Miss] {
    try database.run(
      """
      SELECT alarm_id, label, due, outcome FROM rings
      WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0 ORDER BY due DESC LIMIT ?
      """, [.integer(Int64(limit))]
    ) { row in
      Miss(
        alarmID: row.line(0), label: row.line(1), due: Instant(nanoseconds: row.integer(2)),
        rang: row.text(3) == "missed")
    }
  }

  /// Notes that people know of all misses; returns how many there were.
  public func acknowledgeMisses() throws(StorageError) -> Int {
    try database.run(
      """
      UPDATE rings SET acknowledged = 1
      WHERE outcome IN ('missed', 'missed_unrung') AND acknowledged = 0 RETURNING 1
      """
    ) { _ in }.count
  }
}

extension Store.ProvisionalOutcome {
  /// Whether the clock, or the zone, of now says that its occurrence is still to come.
  public func isToCome(at now: Instant, in zone: ZoneRules) -> Bool {
    guard recurrence.isToCome(id.key, after: now, in: zone) else { return false }
    // The same zone puts it where it was, and no small step back of the clock makes it ring twice.
    return !isTrusted && due > now || isZoneInDoubt && id.key.resolved(in: zone).instant > due
  }
}
