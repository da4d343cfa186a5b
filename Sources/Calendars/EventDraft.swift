import PlainText

/// The lines of one event, taken one by one.
struct EventDraft {
  private enum Length {
    case until(DayNumber)
    case days(Int)
  }

  private var event: CalendarEvent
  private var start: DayValue?
  private var length: Length?
  private var lengthLine = 0
  private var hasUnreadableStart = false
  /// What has been there, of those properties that may be there once.
  private var taken: Set<String> = []
  /// Whether its name was in UTF-8, or has none.
  private(set) var isUTF8 = true

  init(line: Int) { event = CalendarEvent(line: line) }

  mutating func take(_ line: ContentLine, _ notes: inout Notes, _ budget: inout Budget) throws(CalendarRefusal) {
    switch line.name {
    case "UID", "SEQUENCE", "SUMMARY", "STATUS", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID":
      guard taken.insert(line.name).inserted else {
        return notes.add(line.number, "\(line.name) is there twice; the first one counts")
      }
      takeSingle(line, &notes)
    case "RRULE":
      do throws(RecurrenceRule.Trouble) { event.rules.append(try RecurrenceRule(line.word)) } catch {
        notes.add(line.number, "RRULE: \(error.text.printable()); its days beyond the first do not count")
      }
    case "EXRULE": notes.add(line.number, "EXRULE is out of use, and not understood; its days count all the same")
    case "RDATE":
      try Self.forEachDay(line, &notes, &budget) { day, notes in
        if day.hasTime {
          notes.add(line.number, "RDATE with a time of day is not for an event of whole days; it does not count")
        } else {
          event.furtherStarts.append(day.day)
        }
      }
    // One with a time means that day too: in doubt, the alarm rings.
    case "EXDATE": try Self.forEachDay(line, &notes, &budget) { day, _ in event.exceptions.insert(day.day) }
    default: break
    }
  }

  private mutating func takeSingle(_ line: ContentLine, _ notes: inout Notes) {
    switch line.name {
    case "UID": event.uid = Array(line.value)
    case "SEQUENCE": event.sequence = DayValue.number(line.value) ?? 0
    case "STATUS": event.isCancelled = line.word == "CANCELLED"
    case "SUMMARY":
      (event.name, isUTF8) = TextValue.read(line.value)
    case "DTSTART":
      start = day(line)
      if start == nil {
        hasUnreadableStart = true
        notes.add(line.number, "DTSTART: `\(line.shown)` is no date; the event does not count")
      }
    case "DTEND":
      lengthLine = line.number
      if let end = day(line) {
        length = .until(end.day)
      } else {
        notes.add(line.number, "DTEND: `\(line.shown)` is no date; the event is taken to last one day")
      }
    case "DURATION":
      lengthLine = line.number
      // That of an event with a time of day is not asked for.
      if let days = DayCount.read(line.word) { length = .days(days) } else { length = .days(0) }
    default:
      // Some write a time of day for a whole one, too: as with EXDATE, the alarm rings.
      guard let day = DayValue(line.word) else {
        return notes.add(line.number, "RECURRENCE-ID: `\(line.shown)` is no date; the event counts by itself")
      }
      event.replacedDay = day.day
      event.replacesRest = line.parameter("RANGE") == "THISANDFUTURE"
      if event.replacesRest {
        notes.add(
          line.number, "RANGE=THISANDFUTURE is not understood; of what it changes, only this one day counts")
      }
    }
  }

  /// The event, once all its lines were taken. nil: it says nothing of whole days.
  func finished(_ notes: inout Notes) -> (event: CalendarEvent?, isTimed: Bool) {
    var event = event
    guard let start else {
      // What takes something back need not say when it was to be (RFC 5546, 3.2.5).
      if event.isCancelled { return (event, false) }
      if !hasUnreadableStart { notes.add(event.line, "the event has no DTSTART; it does not count") }
      return (event.replacedDay == nil ? nil : event, false)
    }
    if event.name.isEmpty { event.name = "Holiday" }
    event.isTimed = start.hasTime
    if start.hasTime { return (event.replacedDay == nil ? nil : event, true) }
    let end =
      switch length {
      case .until(let end): end
      case .days(let count): start.day + count
      case nil: start.day + 1
      }
    if end < start.day || length != nil && end == start.day && taken.contains("DURATION") {
      notes.add(lengthLine, "the event ends before it has lasted a day; it is taken to last one")
    }
    // Some write the same day twice for one day.
    event.days = start.day..<max(end, start.day + 1)
    return (event, false)
  }

  /// `VALUE=DATE` is to stand there; some leave it out.
  private func day(_ line: ContentLine) -> DayValue? {
    guard let day = DayValue(line.word) else { return nil }
    return line.parameter("VALUE") == "DATE" && day.hasTime ? nil : day
  }

  private static func forEachDay(
    _ line: ContentLine, _ notes: inout Notes, _ budget: inout Budget, _ take: (DayValue, inout Notes) -> Void
  ) throws(CalendarRefusal) {
    if line.parameter("VALUE") == "PERIOD" {
      return notes.add(line.number, "\(line.name) with periods is not for an event of whole days; it does not count")
    }
    var rest = line.value
    repeat {
      try budget.spend(stepsOfAListedDay)
      let part = rest.prefix { $0 != UInt8(ascii: ",") }
      if let day = DayValue(part.asWord) {
        take(day, &notes)
      } else {
        notes.add(line.number, "\(line.name): `\(part.prefix(40).asText)` is no date; it does not count")
      }
      rest = rest.dropFirst(part.count)
    } while rest.popFirst() != nil
  }

  /// Each is kept, while most days that a rule looks at are not.
  private static let stepsOfAListedDay = 10
}

extension ContentLine {
  /// For a note.
  var shown: String { value.prefix(40).asText }
}

extension ArraySlice<UInt8> {
  /// For a note: what cannot be shown is `?`.
  var asText: String { String(decoding: self, as: UTF8.self).printable() }
}
