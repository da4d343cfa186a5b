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
    try database.run(
      Self.upsert("alarms", key: ["id"], Self.alarmColumns + Self.ownColumns),
      [
        .text(alarm.id), .text(alarm.label), .text(ColumnText.text(alarm.recurrence)),
        .integer(alarm.isEnabled ? 1 : 0), SQLValue(alarm.skippedKey?.description), .text(ColumnText.text(alarm.cards)),
        .text(alarm.days.group), .integer(alarm.days.ringsOnHolidays ? 1 : 0),
        .text(ColumnText.text(alarm.days.exceptions)),
      ] + Self.columns(alarm.overrides))
    mend(.alarms, alarm.id)
  }

  private static let alarmColumns = [
    "label", "recurrence", "enabled", "skipped_key", "cards", "alarm_group", "rings_on_holidays", "exceptions",
  ]

  public func removeAlarm(_ id: String) throws(StorageError) { try delete(id, from: .alarms) }

  /// Returns the values of `ownColumns`.
  static func columns(_ own: RingOverrides) -> [SQLValue] {
    Setting.ofAlarms.map { SQLValue($0.ofAlarm?.stored(own)) }
  }

  /// Returns the statement that inserts or updates a row (https://sqlite.org/lang_upsert.html).
  static func upsert(_ table: String, key: [String], _ columns: [String]) -> String {
    let all = (key + columns).joined(separator: ", ")
    let marks = Array(repeating: "?", count: key.count + columns.count).joined(separator: ", ")
    let values = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(all)) VALUES (\(marks)) "
      + "ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(values)"
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
