import AlarmClock

/// Pauses and holiday calendars. Invalid ones are put aside, so that alarms ring.
extension Store {
  // MARK: Pauses

  /// Returns the pauses, sorted by their beginnings.
  public func pauses() throws(StorageError) -> [Pause] {
    let pauses = try rows(
      of: .pauses, "SELECT name, start, until, scope, rowid FROM pauses ORDER BY rowid LIMIT \(Pause.most)"
    ) { row, reading throws(Flaw) in
      let (key, from, until, scope) = (reading.key, row.text(1), row.text(2), row.text(3))
      return Pause(
        name: try reading.needed("name") { () throws(InvalidValue) in try DaysOff.name(key, field: "name") },
        from: try reading.needed("from") { () throws(InvalidValue) in try ColumnText.date(from, field: "from") },
        until: try reading.needed("until") { () throws(InvalidValue) in try ColumnText.date(until, field: "until") },
        scope: try reading.needed("scope") { () throws(InvalidValue) in try ColumnText.scope(scope) })
    }
    return pauses.sorted(by: Pause.comesFirst)
  }

  public func save(_ pause: Pause) throws(StorageError) {
    try database.run(
      Self.upsert("pauses", key: ["name"], ["start", "until", "scope"]),
      [
        .text(pause.name), .text(pause.from.description), .text(pause.until.description),
        .text(ColumnText.text(pause.scope)),
      ])
    mend(.pauses, pause.name)
  }

  public func removePause(_ name: String) throws(StorageError) {
    try database.run("DELETE FROM pauses WHERE name = ?", [.text(name)])
    mend(.pauses, name)
  }

  // MARK: Calendars

  public func holidays() throws(StorageError) -> Holidays {
    var days: [String: [HolidayCalendar.Day]] = [:]
    let stored = try rows(
      of: .holidays,
      "SELECT calendar, date, title, rowid FROM holidays ORDER BY calendar, date LIMIT \(HolidayCalendar.mostDays)"
    ) { row, reading throws(Flaw) in
      let (date, title) = (row.text(1), row.text(2))
      let day = HolidayCalendar.Day(
        try reading.needed("date") { () throws(InvalidValue) in try ColumnText.date(date, field: "date") },
        reading.value("title", or: "") { () throws(InvalidValue) in try checkedName(title, field: "title") })
      return (reading.key, day)
    }
    for (calendar, day) in stored { days[calendar, default: []].append(day) }
    return Holidays(
      try rows(
        of: .calendars,
        """
        SELECT name, scope, ends, only_days, except_days, rowid FROM calendars
        ORDER BY name LIMIT \(HolidayCalendar.most)
        """
      ) { row, reading throws(Flaw) in
        let (key, scope, ends) = (reading.key, row.text(1), row.optionalText(2))
        let (only, except) = (row.text(3), row.text(4))
        return HolidayCalendar(
          name: try reading.needed("name") { () throws(InvalidValue) in try DaysOff.name(key, field: "name") },
          scope: try reading.needed("scope") { () throws(InvalidValue) in try ColumnText.scope(scope) },
          days: days[key] ?? [],
          ends: reading.value("ends", or: nil) { () throws(InvalidValue) in
            if let ends { try ColumnText.date(ends, field: "ends") } else { nil }
          },
          choice: reading.value("choice", or: HolidayCalendar.Choice()) { () throws(InvalidValue) in
            HolidayCalendar.Choice(only: try ColumnText.texts(only), except: try ColumnText.texts(except))
          })
      })
  }

  /// Stores a calendar with all its days, replacing the one with the same name.
  public func save(_ calendar: HolidayCalendar) throws(StorageError) {
    try removeCalendar(calendar.name)
    try database.run(
      "INSERT INTO calendars (name, scope, ends, only_days, except_days) VALUES (?, ?, ?, ?, ?)",
      [
        .text(calendar.name), .text(ColumnText.text(calendar.scope)), SQLValue(calendar.ends?.description),
        .text(calendar.choice.only.joined(separator: "\n")), .text(calendar.choice.except.joined(separator: "\n")),
      ])
    for day in calendar.days {
      try database.run(
        "INSERT INTO holidays (calendar, date, title) VALUES (?, ?, ?)",
        [.text(calendar.name), .text(day.date.description), .text(day.title)])
    }
  }

  public func removeCalendar(_ name: String) throws(StorageError) {
    for (table, column) in [("holidays", "calendar"), ("calendars", "name")] {
      try database.run("DELETE FROM \(table) WHERE \(column) = ?", [.text(name)])
    }
    mend(.holidays, name)
    mend(.calendars, name)
  }
}
