import AlarmClock

/// Pauses and holiday calendars. Invalid ones are put aside, so that alarms ring.
extension Store {
  // MARK: Pauses

  /// Returns the pauses, sorted by their beginnings.
  public func pauses() throws(StorageError) -> [Pause] {
    let pauses = try rows(
      of: .pauses, "SELECT name, start, until, scope, rowid FROM pauses ORDER BY rowid LIMIT \(Pause.most)"
    ) { row, reading throws(Flaw) in
      Pause(
        name: try reading.needed("name", reading.key, ColumnText.daysOffName),
        from: try reading.needed("from", row.text(1), ColumnText.date),
        until: try reading.needed("until", row.text(2), ColumnText.date),
        scope: try reading.needed("scope", row.text(3), ColumnText.scope))
    }
    return pauses.sorted(by: Pause.comesFirst)
  }

  public func save(_ pause: Pause) throws(StorageError) {
    try put(
      in: .pauses,
      [
        "name": pause.name, "start": pause.from.description, "until": pause.until.description,
        "scope": ColumnText.text(pause.scope),
      ])
  }

  // MARK: Calendars

  public func holidays() throws(StorageError) -> Holidays {
    let stored = try rows(
      of: .holidays,
      "SELECT calendar, date, title, rowid FROM holidays ORDER BY calendar, date LIMIT \(HolidayCalendar.mostDays)"
    ) { row, reading throws(Flaw) in
      let day = HolidayCalendar.Day(
        try reading.needed("date", row.text(1), ColumnText.date),
        reading.value("title", row.text(2), or: "", ColumnText.name))
      return (reading.key, day)
    }
    let days = Dictionary(grouping: stored) { $0.0 }.mapValues { $0.map(\.1) }
    return Holidays(
      try rows(
        of: .calendars,
        """
        SELECT name, scope, ends, only_days, except_days, rowid FROM calendars
        ORDER BY name LIMIT \(HolidayCalendar.most)
        """
      ) { row, reading throws(Flaw) in
        HolidayCalendar(
          name: try reading.needed("name", reading.key, ColumnText.daysOffName),
          scope: try reading.needed("scope", row.text(1), ColumnText.scope), days: days[reading.key] ?? [],
          ends: reading.value("ends", row.optionalText(2), or: nil) { ends throws(InvalidValue) in
            if let ends { try ColumnText.date(ends) } else { nil }
          },
          choice: reading.value("choice", (row.text(3), row.text(4)), or: HolidayCalendar.Choice()) {
            texts throws(InvalidValue) in
            HolidayCalendar.Choice(only: try ColumnText.texts(texts.0), except: try ColumnText.texts(texts.1))
          })
      })
  }

  /// Stores a calendar with all its days, replacing the one with the same name.
  public func save(_ calendar: HolidayCalendar) throws(StorageError) {
    try removeCalendar(calendar.name)
    try put(
      in: .calendars,
      [
        "name": calendar.name, "scope": ColumnText.text(calendar.scope), "ends": calendar.ends?.description,
        "only_days": calendar.choice.only.joined(separator: "\n"),
        "except_days": calendar.choice.except.joined(separator: "\n"),
      ])
    for day in calendar.days {
      try database.run(
        "INSERT INTO holidays (calendar, date, title) VALUES (?, ?, ?)",
        [calendar.name, day.date.description, day.title])
    }
  }

  public func removeCalendar(_ name: String) throws(StorageError) {
    try delete(name, from: .holidays, "calendar")
    try delete(name, from: .calendars, "name")
  }
}
