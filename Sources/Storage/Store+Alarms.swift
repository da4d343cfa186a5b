import AlarmClock

extension Store {
  /// All alarms, the oldest first. Of one whose own values are no good the defaults are taken for them, so that it rings.
  public func alarms() throws(StorageError) -> [Alarm] {
    var taken: Set<String> = []
    return try rows(
      of: .alarms,
      """
      SELECT id, label, recurrence, enabled, skipped_key, sound, volume, fade_in, vibration, buzzer_after,
        silence_after, cards, pre_alarm, catch_up, snoozes, snooze_time, wake_check, cancel_lock, softens,
        vibration_pattern, speaks, rowid
      FROM alarms ORDER BY rowid
      """
    ) { row, reading throws(Flaw) in
      let recurrence = try reading.needed("time") { () throws(InvalidValue) in
        try ColumnText.recurrence(row.text(2))
      }
      var alarm = Alarm(id: try reading.id(&taken), recurrence: recurrence, isEnabled: row.integer(3) != 0)
      alarm.label = reading.value("label", or: "") { () throws(InvalidValue) in
        try checkedName(row.text(1), field: "label")
      }
      alarm.skippedKey = reading.value("skip", or: nil) { () throws(InvalidValue) in
        try row.optionalText(4).map { text throws(InvalidValue) in try ColumnText.key(text) }
      }
      alarm.cards = reading.value("card", or: []) { () throws(InvalidValue) in try ColumnText.ids(row.text(11)) }
      alarm.overrides = reading.overrides(
        RingOverrides(
          sound: row.optionalText(5), volume: row.optionalInteger(6),
          fadeIn: ColumnText.duration(row.optionalInteger(7)),
          preAlarm: ColumnText.duration(row.optionalInteger(12)),
          buzzerAfter: ColumnText.duration(row.optionalInteger(9)),
          silenceAfter: ColumnText.duration(row.optionalInteger(10)),
          catchUp: ColumnText.duration(row.optionalInteger(13)), snoozes: row.optionalInteger(14),
          snoozeTime: ColumnText.duration(row.optionalInteger(15)),
          wakeCheck: ColumnText.duration(row.optionalInteger(16)),
          cancelLock: ColumnText.duration(row.optionalInteger(17)), softens: row.optionalInteger(18).map { $0 != 0 },
          speaks: row.optionalInteger(20).map { $0 != 0 }),
        vibration: row.optionalText(8), pattern: row.optionalText(19))
      return alarm
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
    mend(.alarms, alarm.id)
  }

  public func removeAlarm(_ id: String) throws(StorageError) {
    try database.run("DELETE FROM alarms WHERE id = ?", [.text(id)])
    mend(.alarms, id)
  }
}

extension RowReading {
  /// What of an alarm's own values can be one; the others are inherited.
  mutating func overrides(_ stored: RingOverrides, vibration: String?, pattern: String?) -> RingOverrides {
    var own = stored
    for dropped in own.dropInvalid() { note(dropped) }
    own.vibration = value(SettingKey.vibration.rawValue, or: nil) { () throws(InvalidValue) in
      try vibration.map { text throws(InvalidValue) in try ColumnText.vibration(text) }
    }
    own.vibrationPattern = value(SettingKey.vibrationPattern.rawValue, or: nil) { () throws(InvalidValue) in
      try pattern.map { text throws(InvalidValue) in try ColumnText.vibrationPattern(text) }
    }
    return own
  }
}
