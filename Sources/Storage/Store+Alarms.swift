import AlarmClock

extension Store {
  /// The columns of an alarm's overrides, in the tables of alarms and of rings.
  static let ownColumns = Setting.ofAlarms.compactMap(\.ofAlarm?.column)

  /// Returns all alarms, oldest first. Invalid overrides are inherited instead, so that the alarm rings.
  public func alarms() throws(StorageError) -> [Alarm] {
    var taken: Set<String> = []
    return try rows(
      of: .alarms,
      """
      SELECT id, label, recurrence, enabled, skipped_key, cards, alarm_group, rings_on_holidays, exceptions,
        \(Self.ownColumns.joined(separator: ", ")), rowid
      FROM alarms ORDER BY rowid
      """
    ) { row, reading throws(Flaw) in
      let recurrence = try reading.needed("time", row.text(2), ColumnText.recurrence)
      var alarm = Alarm(id: try reading.id(&taken), recurrence: recurrence)
      alarm.isEnabled = row.flag(3)
      alarm.label = reading.value("label", row.text(1), or: "", ColumnText.name)
      alarm.skippedKey = reading.value("skip", row.optionalText(4), or: nil) { text throws(InvalidValue) in
        if let text { try ColumnText.key(text) } else { nil }
      }
      alarm.cards = reading.value("card", row.text(5), or: [], ColumnText.ids)
      alarm.days.group = reading.value("group", row.text(6), or: "") { group throws(InvalidValue) in
        group.isEmpty ? "" : try DaysOff.group(group, field: "group")
      }
      alarm.days.ringsOnHolidays = row.flag(7)
      // If the exceptions are unreadable, the alarm rings.
      alarm.days.exceptions = reading.value("exceptions", row.text(8), or: [:], ColumnText.exceptions)
      alarm.overrides = reading.overrides(row, from: 9)
      return alarm
    }
  }

  public func save(_ alarm: Alarm) throws(StorageError) {
    try put(
      in: .alarms,
      [
        "id": alarm.id, "label": alarm.label, "recurrence": ColumnText.text(alarm.recurrence),
        "enabled": alarm.isEnabled, "skipped_key": alarm.skippedKey?.description,
        "cards": ColumnText.text(alarm.cards), "alarm_group": alarm.days.group,
        "rings_on_holidays": alarm.days.ringsOnHolidays, "exceptions": ColumnText.text(alarm.days.exceptions),
      ], own: Self.columns(alarm.overrides))
  }

  /// Returns the overrides of an alarm by column.
  static func columns(_ own: RingOverrides) -> [(key: String, value: StoredValue?)] {
    Setting.ofAlarms.compactMap(\.ofAlarm).map { ($0.column, $0.stored(own)) }
  }
}

extension RowReading {
  /// Returns the valid overrides of an alarm; the others are inherited.
  ///
  /// - Parameter first: The column of the first setting. The others follow in order.
  mutating func overrides(
    _ row: borrowing SQLRow, from first: Int32, _ settings: [Setting] = Setting.ofAlarms
  ) -> RingOverrides {
    var own = RingOverrides()
    for (index, setting) in settings.enumerated() {
      do throws(InvalidValue) { try setting.ofAlarm?.take(&own, row.ownValue(first + Int32(index))) } catch {
        note(error)
      }
    }
    return own
  }
}
