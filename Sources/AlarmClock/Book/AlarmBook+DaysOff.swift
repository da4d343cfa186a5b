extension AlarmBook {
  // MARK: Exceptions of an alarm

  /// Returns the alarm with its next occurrence skipped.
  public func skipping(_ alarm: Alarm, at moment: Moment) throws(Refusal) -> Alarm {
    guard let armed = moment.standing(of: alarm.id).armed else { throw .nothingToSkip(alarm) }
    var alarm = alarm
    alarm.skippedKey = armed.occurrence.key
    return alarm
  }

  public func skipping(_ alarm: Alarm, on dates: [LocalDate], at moment: Moment) throws(Refusal) -> Alarm {
    var changed = alarm
    for date in dates {
      try checkThatItRings(alarm, on: date, at: moment)
      changed.days.exceptions[date] = .skips
      changed.forgetSkip(on: date)
    }
    return try checked(changed)
  }

  /// Returns the alarm with its occurrence on a date moved to another time, regardless of pauses and calendars.
  public func moving(
    _ alarm: Alarm, on date: LocalDate, to time: LocalTime, at moment: Moment
  ) throws(Refusal) -> Alarm {
    try checkThatItRings(alarm, on: date, at: moment)
    try checkThatItIsToCome(LocalDateTime(date: date, time: time), of: alarm, at: moment)
    var changed = alarm
    // Moved back to its usual time, it needs no other time, but still takes priority over days off.
    changed.days.exceptions[date] = alarm.recurrence.rule?.time(on: date) == time ? .rings : .moves(to: time)
    changed.forgetSkip(on: date)
    return try checked(changed)
  }

  /// Returns the alarm with its next occurrence no longer skipped, whether by the user or as a holiday.
  public func unskipping(_ alarm: Alarm, at moment: Moment) -> Alarm {
    var changed = alarm
    changed.skippedKey = nil
    guard case .local(let local)? = moment.standing(of: alarm.id).armed?.occurrence.key else { return changed }
    if changed.days.exceptions[local.date] == .skips { changed.days.exceptions[local.date] = nil }
    if case .holiday? = daysOff.reason(for: .local(local), of: changed) { changed.days.exceptions[local.date] = .rings }
    return changed
  }

  /// Returns the alarm with its usual occurrence on a date, regardless of earlier exceptions, pauses and calendars.
  public func unskipping(_ alarm: Alarm, on date: LocalDate, at moment: Moment) throws(Refusal) -> Alarm {
    guard let usual = alarm.recurrence.rule?.time(on: date) else {
      throw alarm.recurrence.isOneOff ? .ringsOnce(alarm) : .nothingOn(date, alarm)
    }
    let local = LocalDateTime(date: date, time: usual)
    // Otherwise neither the moved nor the usual occurrence would ring.
    try checkThatItIsToCome(local, of: alarm, at: moment)
    var changed = alarm
    if case .moves? = alarm.days.exceptions[date] { try checkThatItIsNotLocked(alarm, at: moment) }
    changed.days.exceptions[date] = nil
    changed.forgetSkip(on: date)
    if daysOff.reason(for: .local(local), of: changed) != nil { changed.days.exceptions[date] = .rings }
    return try checked(changed)
  }

  /// Refuses a date on which a repeating alarm is not due, moved or not, or has been.
  private func checkThatItRings(_ alarm: Alarm, on date: LocalDate, at moment: Moment) throws(Refusal) {
    guard let local = alarm.occurrence(on: date) else {
      throw alarm.recurrence.isOneOff ? .ringsOnce(alarm) : .nothingOn(date, alarm)
    }
    try checkThatItIsToCome(local, of: alarm, at: moment)
  }

  private func checkThatItIsToCome(_ local: LocalDateTime, of alarm: Alarm, at moment: Moment) throws(Refusal) {
    guard moment.zone.resolve(local).instant > moment.now else { throw .hasPassed(local, alarm) }
    let standing = moment.standing(of: alarm.id)
    if standing.ended.union(standing.open).contains(.local(local)) { throw .hasPassed(local, alarm) }
  }

  private func checked(_ alarm: Alarm) throws(Refusal) -> Alarm {
    guard alarm.days.exceptions.count <= AlarmDays.mostExceptions else { throw .tooManyExceptions(alarm) }
    return alarm
  }

  // MARK: Pauses

  public func pause(_ name: String) -> Pause? { pauses.first { $0.name == name } }

  public func pause(meant name: String) -> Pause? { DaysOff.meant(name, among: pauses) }

  public func saving(_ pause: Pause, at moment: Moment) throws(Refusal) -> Change {
    var book = self
    book.pauses.removeAll { $0.name == pause.name }
    guard book.pauses.count < Pause.most else { throw .tooManyPauses }
    book.pauses.append(pause)
    book.pauses.sort(by: Pause.comesFirst)
    return try change(to: book, .savePause(pause), at: moment)
  }

  public func removingPause(_ name: String, at moment: Moment) throws(Refusal) -> Change {
    var book = self
    book.pauses.removeAll { $0.name == name }
    return try change(to: book, .removePause(name: name), at: moment)
  }

  // MARK: Calendars

  public func saving(_ calendar: HolidayCalendar, at moment: Moment) throws(Refusal) -> Change {
    var book = self
    book.holidays = holidays.saving(calendar)
    guard book.holidays.calendars.count <= HolidayCalendar.most else { throw .tooManyCalendars }
    guard book.holidays.count <= HolidayCalendar.mostDays else { throw .tooManyHolidays }
    return try change(to: book, .saveCalendar(calendar), at: moment)
  }

  public func removingCalendar(_ name: String, at moment: Moment) throws(Refusal) -> Change {
    var book = self
    book.holidays = holidays.removing(name)
    return try change(to: book, .removeCalendar(name: name), at: moment)
  }

  /// Applies changed days off, unless they would skip a locked ring.
  private func change(to book: AlarmBook, _ write: Write, at moment: Moment) throws(Refusal) -> Change {
    let other = book.daysOff
    for alarm in alarms where isLockedRing(of: alarm, skippedBy: other, at: moment) {
      throw .locked(alarm, .ringsSoon)
    }
    return Change(book, [write] + book.replanning(at: moment))
  }

  /// Whether an alarm's next ring is locked and would be skipped by `other` days off.
  func isLockedRing(of alarm: Alarm, skippedBy other: DaysOff, at moment: Moment) -> Bool {
    let ring = moment.standing(of: alarm.id).armed?.lockedRing(at: moment.now, in: moment.zone, daysOff: daysOff)
    guard let key = ring?.occurrence.key else { return false }
    return daysOff.reason(for: key, of: alarm) == nil && other.reason(for: key, of: alarm) != nil
  }

  // MARK: The past

  /// Removes pauses that ended before a date, and exceptions of earlier dates. No future ring depends on them.
  public func forgetting(before date: LocalDate) -> Change {
    var change = Change(self)
    for pause in pauses where pause.until < date {
      change.book.pauses.removeAll { $0.name == pause.name }
      change.writes.append(.removePause(name: pause.name))
    }
    for (place, alarm) in alarms.enumerated() where alarm.days.exceptions.contains(where: { $0.key < date }) {
      change.book.alarms[place].days.exceptions = alarm.days.exceptions.filter { $0.key >= date }
      change.writes.append(.save(change.book.alarms[place]))
    }
    return change
  }
}
