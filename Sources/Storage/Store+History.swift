import AlarmClock

/// The history of rings and other events, in tables of its own, which outlive the log and the records of rings.
///
/// A store of another version, as used by a minimal start, has no history.
extension Store {
  // MARK: Rings

  private static let tallyColumns = "began, snoozes, wrong_codes, unread, checks, failed_checks"

  /// Updates the history of a ring from its record.
  ///
  /// - Parameter progress: The progress of the ring, or `nil` to keep the stored one.
  public func keepHistory(of id: RingID, _ progress: RingProgress?) throws(StorageError) {
    guard isOfOwnVersion else { return }
    // The card's name is stored, because cards can be deleted.
    try database.run(
      """
      INSERT INTO history (alarm_id, key, label, due, ended, outcome, trusted, card)
      SELECT alarm_id, key, label, due, ended, outcome, trusted,
        COALESCE((SELECT name FROM cards WHERE id = card_id), card_id)
      FROM rings WHERE alarm_id = ? AND key = ?
      ON CONFLICT (alarm_id, key) DO UPDATE SET label = excluded.label, due = excluded.due, ended = excluded.ended,
        outcome = excluded.outcome, trusted = excluded.trusted, card = excluded.card
      """, id.columns)
    guard let progress else { return }
    let tally = progress.tally
    try database.run(
      """
      UPDATE history SET began = ?, snoozes = ?, wrong_codes = ?, unread = ?, checks = ?, failed_checks = ?
      WHERE alarm_id = ? AND key = ?
      """,
      [
        tally.began, progress.snoozes, tally.wrongCodes, tally.unread.wholeNanoseconds / 1_000_000, tally.checks,
        tally.failedChecks,
      ] + id.columns)
  }

  /// Removes an occurrence's outcome, so that it can be armed again, and its history. If a card ended it, a row that
  /// says so is kept beside the future one.
  ///
  /// - Returns: Whether a card had ended it.
  @discardableResult
  public func forgetOutcome(of id: RingID) throws(StorageError) -> Bool {
    try database.run("DELETE FROM rings WHERE alarm_id = ? AND key = ? AND outcome IS NOT NULL", id.columns)
    guard isOfOwnVersion else { return false }
    let kept = try database.run(
      """
      UPDATE OR REPLACE history SET key = key || '\(Self.earlier)' || COALESCE(ended_since_boot, ended)
      WHERE alarm_id = ? AND key = ? AND outcome = 'dismissed' RETURNING 1
      """, id.columns
    ) { _ in }.count
    try database.run("DELETE FROM history WHERE alarm_id = ? AND key = ?", id.columns)
    return kept > 0
  }

  /// Separates an occurrence's key from the moment when a card ended it, if the occurrence rings again.
  private static let earlier: Character = "#"

  /// A card that ended a ring whose time was not trusted.
  public struct EarlierCard: Hashable, Sendable {
    public var id: RingID
    public var card: String
    /// When it was shown, by the clock that never steps.
    public var sinceBoot: Duration
    fileprivate var key: String
  }

  public func noteCard(of id: RingID, at reading: ClockReading) throws(StorageError) {
    try database.run(
      "UPDATE history SET boot = ?, ended_since_boot = ? WHERE alarm_id = ? AND key = ?",
      [reading.boot, reading.sinceBoot] + id.columns)
  }

  /// Returns the cards of this start of the machine that are still undecided.
  public func earlierCards(of boot: String) throws(StorageError) -> [EarlierCard] {
    try database.run(
      "SELECT alarm_id, key, card, ended_since_boot FROM history WHERE boot = ? AND outcome = 'dismissed'",
      [boot]
    ) { row -> EarlierCard? in
      let key = row.text(1)
      guard let occurrence = Occurrence.Key(String(key.prefix { $0 != Self.earlier })), row.integer(3) >= 0 else {
        return nil
      }
      return EarlierCard(
        id: RingID(alarmID: row.text(0), key: occurrence), card: row.line(2), sinceBoot: .nanoseconds(row.integer(3)),
        key: key)
    }.compactMap(\.self)
  }

  /// Decides on a card. If it counts, no change of the clock can revert its outcome.
  ///
  /// - Parameter isOutcome: Whether it is the outcome of an occurrence that was to ring again.
  public func settle(_ card: EarlierCard, counts: Bool, isOutcome: Bool) throws(StorageError) {
    try database.run(
      "UPDATE history SET boot = NULL WHERE alarm_id = ? AND key = ?", [card.id.alarmID, card.key])
    if isOutcome {
      try database.run(
        "UPDATE OR IGNORE history SET key = ?2 WHERE alarm_id = ?1 AND key = ?3", card.id.columns + [card.key])
    } else if counts {
      try database.run(
        "UPDATE rings SET trusted = 1 WHERE alarm_id = ? AND key = ? AND outcome = 'dismissed'", card.id.columns)
    }
  }

  func openTallies() throws(StorageError) -> [RingID: RingTally] {
    guard isOfOwnVersion else { return [:] }
    let rows = try database.run(
      "SELECT alarm_id, key, \(Self.tallyColumns) FROM history WHERE outcome IS NULL"
    ) { row -> (RingID, RingTally)? in
      Occurrence.Key(row.text(1)).map { (RingID(alarmID: row.text(0), key: $0), Self.tally(row, from: 2)) }
    }
    return Dictionary(rows.compactMap(\.self)) { _, last in last }
  }

  /// Reads the columns of `tallyColumns`, clamping impossible numbers.
  private static func tally(_ row: borrowing SQLRow, from first: Int32) -> RingTally {
    func count(_ column: Int32) -> Int { Int(min(max(0, row.integer(first + column)), 1_000_000)) }
    return RingTally(
      began: row.optionalInstant(first), wrongCodes: count(2),
      unread: .milliseconds(min(max(0, row.integer(first + 3)), 86_400_000)), checks: count(4), failedChecks: count(5))
  }

  /// Returns the latest selected rings that have ended or are ringing, earliest first.
  public func ringRecords(_ wanted: RingQuery) throws(StorageError) -> [RingRecord] {
    guard isOfOwnVersion else { return [] }
    return try database.run(
      """
      SELECT alarm_id, key, label, due, ended, outcome, trusted, card, \(Self.tallyColumns) FROM history
      WHERE due >= ?1 AND due < ?2 AND (?3 = 0 OR outcome IN ('missed', 'missed_unrung'))
        AND \(AlarmFilter.condition(from: 4))
        AND (outcome IS NOT NULL OR EXISTS (
          SELECT 1 FROM rings WHERE alarm_id = history.alarm_id AND key = history.key AND outcome IS NULL))
      ORDER BY due DESC, alarm_id DESC LIMIT ?6
      """,
      [wanted.since ?? Instant.min, wanted.until ?? Instant.max, wanted.isMissed] + AlarmFilter.values(wanted.alarm)
        + [wanted.limit], row: Self.ringRecord
    ).reversed()
  }

  private static func ringRecord(_ row: borrowing SQLRow) -> RingRecord {
    RingRecord(
      alarmID: row.line(0), key: row.line(1), label: row.line(2), due: row.instant(3), ended: row.optionalInstant(4),
      outcome: row.optionalText(5).flatMap(RingRecord.Outcome.init), card: row.optionalLine(7),
      snoozes: Int(min(max(0, row.integer(9)), 1000)), tally: tally(row, from: 8), isTrusted: row.flag(6))
  }

  // MARK: Other events

  func append(_ happening: Happening) throws(StorageError) {
    guard isOfOwnVersion else { return }
    try database.run(
      "INSERT INTO happenings (kind, began, ended, label) VALUES (?, ?, ?, ?)",
      [happening.kind.rawValue, happening.began, happening.ended, happening.label])
  }

  /// Returns the events in progress at any moment from `first` to `last`, sorted by their beginnings. Skips kinds of
  /// later versions.
  ///
  /// - Parameter most: Limits the result to the latest events; `nil` for all.
  public func happenings(
    _ kinds: [Happening.Kind], from first: Instant, to last: Instant, most: Int? = nil
  ) throws(StorageError) -> [Happening] {
    guard isOfOwnVersion else { return [] }
    return try database.run(
      """
      SELECT kind, began, ended, label FROM happenings
      WHERE ended >= ? AND began <= ? AND instr(?, ' ' || kind || ' ') > 0 ORDER BY began DESC, number DESC LIMIT ?
      """,
      [first, last, " \(kinds.map(\.rawValue).joined(separator: " ")) ", most ?? -1]
    ) { row -> Happening? in
      Happening.Kind(rawValue: row.text(0)).map {
        Happening($0, began: row.instant(1), ended: row.instant(2), label: row.optionalLine(3))
      }
    }.reversed().compactMap(\.self)
  }

  // MARK: Attendance

  /// Returns the last sign of the service, which may be its last event, or `nil` if it never ran.
  public func attendance() throws(StorageError) -> Attendance? {
    guard isOfOwnVersion else { return nil }
    return try database.run(
      """
      SELECT boot, CASE stopped WHEN 0
          THEN MAX(seen, COALESCE((SELECT time FROM events ORDER BY sequence DESC LIMIT 1), seen)) ELSE seen END, stopped
        FROM attendance
      """
    ) { Attendance(boot: $0.line(0), seen: $0.instant(1), isStopped: $0.flag(2)) }.first
  }

  public func set(_ attendance: Attendance) throws(StorageError) {
    guard isOfOwnVersion else { return }
    try database.run(
      "REPLACE INTO attendance (number, boot, seen, stopped) VALUES (1, ?, ?, ?)",
      [attendance.boot, attendance.seen, attendance.isStopped])
  }
}
