import AlarmClock

/// Reads the days off in an iCalendar file (RFC 5545).
///
/// Only all-day events count. Anything not understood gets a note with its line number, and the rest still counts. A
/// calendar beyond the limits is refused as a whole.
public struct CalendarReader: Sendable {
  private let window: ClosedRange<DayNumber>
  private let zone: ZoneRules?
  private let limits: CalendarLimits

  /// For `window` see `CalendarLimits`. Without `zone`, the alarms' time zone, no event in UTC fills a day.
  public init(window: ClosedRange<LocalDate>, zone: ZoneRules? = nil, limits: CalendarLimits = CalendarLimits()) {
    self.window = window.lowerBound.number...window.upperBound.number
    (self.zone, self.limits) = (zone, limits)
  }

  /// Refuses a whole file longer than `limits.bytes`, so a caller need not read more than that.
  public func read(
    _ bytes: [UInt8], choice: HolidayCalendar.Choice = HolidayCalendar.Choice()
  ) throws(CalendarRefusal) -> ReadCalendar {
    var notes = Notes(most: limits.notes)
    var budget = Budget(limits.steps)
    var parser = CalendarParser(limits, zone: zone)
    try parser.parse(bytes, &notes, &budget)
    var calendar = ReadCalendar(name: parser.name, timedEvents: parser.timedEvents)
    let events = CalendarSeries.newest(parser.events)
    let isCancelled = { (event: CalendarEvent) in event.isCancelled || parser.cancels }
    calendar.cancelledEvents = events.count { !$0.isTimed && isCancelled($0) }

    let (replaced, exceptions) = (CalendarSeries.replacedDays(events), CalendarSeries.exceptions(events))
    let sorting = DaySorting(events.filter { !isCancelled($0) }, choice)
    var days: Set<CalendarDay> = []
    var last: DayNumber?
    for event in events where !isCancelled(event) {
      if let day = event.replacedDay, let uid = event.uid, exceptions[uid]?.contains(day) ?? false { continue }
      switch event.days == nil ? false : sorting.counts(event) {
      case true?: calendar.counted.count(sorting.word(of: event), event.name)
      case false? where event.days == nil: continue
      case false?:
        calendar.leftOut.count(sorting.word(of: event), event.name)
        continue
      case nil:
        calendar.undecided.count(sorting.word(of: event), event.name)
        continue
      }
      let (found, end) = try self.days(of: event, replaced: event.uid.flatMap { replaced[$0] }, &budget)
      for day in found {
        days.insert(CalendarDay(date: LocalDate(number: day), name: event.name))
        guard days.count <= limits.dates else { throw .tooManyDates(most: limits.dates) }
      }
      if let end { last = max(last ?? end, end) } else { calendar.goesOn = true }
    }
    calendar.days = days.sorted()
    calendar.unknownNames = choice.except.filter { name in
      !events.contains { $0.name.lowercased() == name.lowercased() }
    }
    // Many calendars repeat fixed holidays forever but list movable ones for some years only: report when those end.
    if let last, !calendar.goesOn || last >= window.lowerBound { calendar.end = LocalDate(number: last) }
    (calendar.notes, calendar.furtherNotes) = (notes.kept, notes.further)
    return calendar
  }

  /// Returns the requested days of one event, and its last day, or `nil` if it continues after them.
  private func days(
    of event: CalendarEvent, replaced: CalendarSeries.Replaced?, _ budget: inout Budget
  ) throws(CalendarRefusal) -> (found: Set<DayNumber>, end: DayNumber?) {
    guard let first = event.days else { return ([], nil) }
    var starts = Set(event.furtherStarts)
    starts.insert(first.lowerBound)
    var goesOn = false
    for rule in event.rules {
      let more = try RuleDays(rule, from: first.lowerBound).visit(
        from: window.lowerBound - first.count, to: window.upperBound, &budget
      ) { starts.insert($0) }
      goesOn = goesOn || more
    }
    var found: Set<DayNumber> = []
    var end = first.upperBound - 1
    for start in starts where !event.exceptions.contains(start) {
      if event.replacedDay == nil, replaced?.contains(start) == true { continue }
      end = max(end, start + first.count - 1)
      let (from, to) = (max(start, window.lowerBound), min(start + first.count - 1, window.upperBound))
      guard from <= to else { continue }
      try budget.spend(to - from + 1)
      found.formUnion(from...to)
    }
    return (found, goesOn || end > window.upperBound ? nil : end)
  }
}

extension [DayGroup] {
  fileprivate mutating func count(_ word: String, _ example: String) {
    if let place = firstIndex(where: { $0.word == word }) {
      self[place].events += 1
    } else if count < 100 {
      append(DayGroup(word: word, events: 1, example: example))
    }
  }
}
