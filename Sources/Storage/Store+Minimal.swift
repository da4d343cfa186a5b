import AlarmClock

/// What a ring needs of a store whose schema is not the one of this version: the columns that every version has.
extension Store {
  /// As `openRings`, without what later versions have added to a ring.
  public func essentialRings() throws(StorageError) -> [OpenRing] {
    try database.run(
      """
      SELECT alarm_id, key, due, adjustment, recurrence, skipped, label, sound, volume, fade_in, vibration,
        buzzer_after, silence_after, cards FROM rings WHERE outcome IS NULL ORDER BY due
      """
    ) { row throws(StorageError) in
      OpenRing(
        ArmedOccurrence(
          occurrence: Occurrence(
            key: try ColumnText.key(row.text(1)), due: Instant(nanoseconds: row.integer(2)),
            adjustment: try ColumnText.adjustment(row.text(3))),
          plan: RingPlan(
            alarmID: row.text(0), label: row.text(6), sound: row.text(7), volume: Int(row.integer(8)),
            fadeIn: ColumnText.duration(row.integer(9)), vibration: try ColumnText.vibration(row.text(10)),
            buzzerAfter: ColumnText.duration(row.integer(11)), silenceAfter: ColumnText.duration(row.integer(12)),
            cards: ColumnText.ids(row.text(13))),
          recurrence: try ColumnText.recurrence(row.text(4)), isSkipped: row.integer(5) != 0))
    }
  }

  /// As `record`, in the columns that every version has, of an occurrence that is on record.
  public func recordEssentially(_ outcome: RingOutcome, of id: RingID, at ended: Instant) throws(StorageError) {
    let (word, cardID) = ColumnText.columns(outcome)
    try database.run(
      "UPDATE rings SET outcome = ?, ended = ?, card_id = ? WHERE alarm_id = ? AND key = ? AND outcome IS NULL",
      [
        .text(word), .integer(ended.nanoseconds), SQLValue(cardID), .text(id.alarmID), .text(id.key.description),
      ])
  }

  /// As `cards`; in a version that knew one kind only.
  public func essentialCards() throws(StorageError) -> [Card] {
    try database.run("SELECT id, name, digest, enrolled, created FROM cards ORDER BY created, id") { row in
      Card(
        id: row.text(0), name: row.text(1), digest: row.blob(2), isEnrolled: row.integer(3) != 0,
        created: Instant(nanoseconds: row.integer(4)))
    }
  }
}
