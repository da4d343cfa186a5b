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
      alarm.cards = reading.value("card", or: []) { () throws(InvalidValue) in try ColumnText.ids(row.text(5)) }
      let (group, exceptions) = (row.text(6), row.text(8))
      alarm.days.group = reading.value("group", or: "") { () throws(InvalidValue) in
        group.isEmpty ? "" : try DaysOff.group(group, field: "group")
      }
      alarm.days.ringsOnHolidays = row.integer(7) != 0
      // If the exceptions are unreadable, the alarm rings.
      alarm.days.exceptions = reading.value("exceptions", or: [:]) { () throws(InvalidValue) in
        try ColumnText.exceptions(exceptions)
      }
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

  public func removeAlarm(_ id: String) throws(StorageError) {
    try database.run("DELETE FROM alarms WHERE id = ?", [.text(id)])
    mend(.alarms, id)
  }

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
