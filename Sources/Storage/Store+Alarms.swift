import AlarmClock

extension Store {
  /// All alarms, the oldest first.
  public func alarms() throws(StorageError) -> [Alarm] {
    try database.run(
      """
      SELECT id, label, recurrence, enabled, skipped_key, sound, volume, fade_in, vibration, buzzer_after,
        silence_after, cards FROM alarms ORDER BY rowid
      """
    ) { row throws(StorageError) in
      var vibration: Vibration?
      if let text = row.optionalText(8) { vibration = try ColumnText.vibration(text) }
      var skippedKey: Occurrence.Key?
      if let text = row.optionalText(4) { skippedKey = try ColumnText.key(text) }
      return Alarm(
        id: row.text(0), label: row.text(1), recurrence: try ColumnText.recurrence(row.text(2)),
        isEnabled: row.integer(3) != 0, skippedKey: skippedKey,
        overrides: RingOverrides(
          sound: row.optionalText(5), volume: row.optionalInteger(6),
          fadeIn: row.optionalInteger(7).map { .milliseconds($0) }, vibration: vibration,
          buzzerAfter: row.optionalInteger(9).map { .milliseconds($0) },
          silenceAfter: row.optionalInteger(10).map { .milliseconds($0) }),
        cards: ColumnText.ids(row.text(11)))
    }
  }

  /// Stores a new alarm or the new state of one.
  public func save(_ alarm: Alarm) throws(StorageError) {
    let own = alarm.overrides
    try database.run(
      """
      INSERT INTO alarms VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
      SET label = excluded.label, recurrence = excluded.recurrence, enabled = excluded.enabled,
        skipped_key = excluded.skipped_key, sound = excluded.sound, volume = excluded.volume,
        fade_in = excluded.fade_in, vibration = excluded.vibration, buzzer_after = excluded.buzzer_after,
        silence_after = excluded.silence_after, cards = excluded.cards
      """,
      [
        .text(alarm.id), .text(alarm.label), .text(ColumnText.text(alarm.recurrence)),
        .integer(alarm.isEnabled ? 1 : 0), SQLValue(alarm.skippedKey?.description), SQLValue(own.sound),
        SQLValue(own.volume), ColumnText.milliseconds(own.fadeIn), SQLValue(own.vibration?.rawValue),
        ColumnText.milliseconds(own.buzzerAfter), ColumnText.milliseconds(own.silenceAfter),
        .text(ColumnText.text(alarm.cards)),
      ])
  }

  public func removeAlarm(_ id: String) throws(StorageError) {
    try database.run("DELETE FROM alarms WHERE id = ?", [.text(id)])
  }
}
