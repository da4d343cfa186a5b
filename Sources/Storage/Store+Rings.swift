import AlarmClock

extension Store {
  /// The occurrences that are armed and have no outcome: those to come, and those that ring.
  public func openRings() throws(StorageError) -> [ArmedOccurrence] {
    try database.run(
      """
      SELECT alarm_id, key, due, adjustment, recurrence, skipped, label, sound, volume, fade_in, vibration,
        buzzer_after, silence_after, cards FROM rings WHERE outcome IS NULL ORDER BY due
      """
    ) { row throws(StorageError) in
      ArmedOccurrence(
        occurrence: Occurrence(
          key: try ColumnText.key(row.text(1)), due: Instant(nanoseconds: row.integer(2)),
          adjustment: try ColumnText.adjustment(row.text(3))),
        plan: RingPlan(
          alarmID: row.text(0), label: row.text(6), sound: row.text(7), volume: Int(row.integer(8)),
          fadeIn: ColumnText.duration(row.integer(9)), vibration: try ColumnText.vibration(row.text(10)),
          buzzerAfter: ColumnText.duration(row.integer(11)), silenceAfter: ColumnText.duration(row.integer(12)),
          cards: ColumnText.ids(row.text(13))),
        recurrence: try ColumnText.recurrence(row.text(4)), isSkipped: row.integer(5) != 0)
    }
  }

  /// Records an occurrence as going to ring. One that has its outcome already keeps it.
  public func arm(_ armed: ArmedOccurrence) throws(StorageError) {
    let plan = armed.plan
    try database.run(
      """
      INSERT INTO rings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL)
      ON CONFLICT (alarm_id, key) DO UPDATE SET due = excluded.due, adjustment = excluded.adjustment,
        recurrence = excluded.recurrence, skipped = excluded.skipped, label = excluded.label,
        sound = excluded.sound, volume = excluded.volume, fade_in = excluded.fade_in,
        vibration = excluded.vibration, buzzer_after = excluded.buzzer_after,
        silence_after = excluded.silence_after, cards = excluded.cards
      WHERE outcome IS NULL
      """,
      [
        .text(plan.alarmID), .text(armed.occurrence.key.description), .integer(armed.due.nanoseconds),
        .text(armed.occurrence.adjustment.rawValue), .text(ColumnText.text(armed.recurrence)),
        .integer(armed.isSkipped ? 1 : 0), .text(plan.label), .text(plan.sound), .integer(Int64(plan.volume)),
        ColumnText.milliseconds(plan.fadeIn), .text(plan.vibration.rawValue),
        ColumnText.milliseconds(plan.buzzerAfter), ColumnText.milliseconds(plan.silenceAfter),
        .text(ColumnText.text(plan.cards)),
      ])
  }

  /// Forgets an alarm's armed occurrences, but for the keys that ring.
  public func disarm(_ alarmID: String, except ringing: Set<Occurrence.Key>) throws(StorageError) {
    let keys = try database.run(
      "SELECT key FROM rings WHERE alarm_id = ? AND outcome IS NULL", [.text(alarmID)]
    ) { row throws(StorageError) in try ColumnText.key(row.text(0)) }
    for key in keys where !ringing.contains(key) {
      try database.run(
        "DELETE FROM rings WHERE alarm_id = ? AND key = ? AND outcome IS NULL",
        [.text(alarmID), .text(key.description)])
    }
  }

  /// Records how an armed occurrence ended; the first outcome stays. False when it had one already.
  @discardableResult
  public func record(_ outcome: RingOutcome, of armed: ArmedOccurrence, at ended: Instant) throws(StorageError) -> Bool
  {
    try arm(armed)
    let (word, cardID): (String, String?) =
      switch outcome {
      case .dismissed(let cardID): ("dismissed", cardID)
      case .missed(rang: true): ("missed", nil)
      case .missed(rang: false): ("missed_unrung", nil)
      case .skipped: ("skipped", nil)
      }
    let changed = try database.run(
      """
      UPDATE rings SET outcome = ?, ended = ?, card_id = ? WHERE alarm_id = ? AND key = ? AND outcome IS NULL
      RETURNING 1
      """,
      [
        .text(word), .integer(ended.nanoseconds), SQLValue(cardID), .text(armed.plan.alarmID),
        .text(armed.occurrence.key.description),
      ]
    ) { row in row.integer(0) }
    return !changed.isEmpty
  }

  /// The occurrences of an alarm that ended and were due after `instant`: they do not ring again.
  public func endedKeys(of alarmID: String, dueAfter instant: Instant) throws(StorageError) -> Set<Occurrence.Key> {
    Set(
      try database.run(
        "SELECT key FROM rings WHERE alarm_id = ? AND outcome IS NOT NULL AND due > ?",
        [.text(alarmID), .integer(instant.nanoseconds)]
      ) { row throws(StorageError) in try ColumnText.key(row.text(0)) })
  }

  /// A ring that nobody answered, or that could not ring.
  public struct Miss: Hashable, Sendable {
    public var alarmID: String
    public var label: String
    public var due: Instant
    public var rang: Bool
  }

  /// The misses since `instant`, the latest first.
  public func misses(since instant: Instant) throws(StorageError) -> [Miss] {
    try database.run(
      """
      SELECT alarm_id, label, due, outcome FROM rings
      WHERE outcome IN ('missed', 'missed_unrung') AND due > ? ORDER BY due DESC LIMIT 20
      """, [.integer(instant.nanoseconds)]
    ) { row in
      Miss(
        alarmID: row.text(0), label: row.text(1), due: Instant(nanoseconds: row.integer(2)),
        rang: row.text(3) == "missed")
    }
  }
}
