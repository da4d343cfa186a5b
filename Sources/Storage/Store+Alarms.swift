import AlarmClock

extension Store {
  /// All alarms, the oldest first.
  public func alarms() throws(StorageError) -> [Alarm] {
    try database.run(
      """
      SELECT id, label, recurrence, enabled, skipped_key, sound, volume, fade_in, vibration, buzzer_after,
        silence_after, cards, pre_alarm, catch_up, snoozes, snooze_time, wake_check, cancel_lock, softens,
        vibration_pattern, speaks
      FROM alarms ORDER BY rowid
      """
    ) { row throws(StorageError) in
      var vibration: Vibration?
      if let text = row.optionalText(8) { vibration = try ColumnText.vibration(text) }
      var pattern: VibrationPattern?
      if let text = row.optionalText(19) { pattern = try ColumnText.vibrationPattern(text) }
      var skippedKey: Occurrence.Key?
      if let text = row.optionalText(4) { skippedKey = try ColumnText.key(text) }
      return Alarm(
        id: row.text(0), label: row.text(1), recurrence: try ColumnText.recurrence(row.text(2)),
        isEnabled: row.integer(3) != 0, skippedKey: skippedKey,
        overrides: RingOverrides(
          sound: row.optionalText(5), volume: row.optionalInteger(6),
          fadeIn: ColumnText.duration(row.optionalInteger(7)), vibration: vibration,
          vibrationPattern: pattern, preAlarm: ColumnText.duration(row.optionalInteger(12)),
          buzzerAfter: ColumnText.duration(row.optionalInteger(9)),
          silenceAfter: ColumnText.duration(row.optionalInteger(10)),
          catchUp: ColumnText.duration(row.optionalInteger(13)), snoozes: row.optionalInteger(14),
          snoozeTime: ColumnText.duration(row.optionalInteger(15)),
          wakeCheck: ColumnText.duration(row.optionalInteger(16)),
          cancelLock: ColumnText.duration(row.optionalInteger(17)), softens: row.optionalInteger(18).map { $0 != 0 },
          speaks: row.optionalInteger(20).map { $0 != 0 }),
        cards: ColumnText.ids(row.text(11)))
    }
  }

  /// Stores a new alarm or the new state of one.
  public func save(_ alarm: Alarm) throws(StorageError) {
    let own = alarm.overrides
    try database.run(
      """
      INSERT INTO alarms VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET label = excluded.label, recurrence = excluded.recurrence, enabled = excluded.enabled,
        skipped_key = excluded.skipped_key, sound = excluded.sound, volume = excluded.volume,
        fade_in = excluded.fade_in, vibration = excluded.vibration, buzzer_after = excluded.buzzer_after,
        silence_after = excluded.silence_after, cards = excluded.cards, pre_alarm = excluded.pre_alarm,
        catch_up = excluded.catch_up, snoozes = excluded.snoozes, snooze_time = excluded.snooze_time,
        wake_check = excluded.wake_check, cancel_lock = excluded.cancel_lock,
        softens = excluded.softens, vibration_pattern = excluded.vibration_pattern, speaks = excluded.speaks
      """,
      [
        .text(alarm.id), .text(alarm.label), .text(ColumnText.text(alarm.recurrence)),
        .integer(alarm.isEnabled ? 1 : 0), SQLValue(alarm.skippedKey?.description), SQLValue(own.sound),
        SQLValue(own.volume), ColumnText.milliseconds(own.fadeIn), SQLValue(own.vibration?.rawValue),
        ColumnText.milliseconds(own.buzzerAfter), ColumnText.milliseconds(own.silenceAfter),
        .text(ColumnText.text(alarm.cards)), ColumnText.milliseconds(own.preAlarm),
        ColumnText.milliseconds(own.catchUp), SQLValue(own.snoozes), ColumnText.milliseconds(own.snoozeTime),
        ColumnText.milliseconds(own.wakeCheck), ColumnText.milliseconds(own.cancelLock),
        SQLValue(own.softens.map { $0 ? 1 : 0 }), SQLValue(own.vibrationPattern?.rawValue),
        SQLValue(own.speaks.map { $0 ? 1 : 0 }),
      ])
  }

  public func removeAlarm(_ id: String) throws(StorageError) {
    try database.run("DELETE FROM alarms WHERE id = ?", [.text(id)])
  }
}
