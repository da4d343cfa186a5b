import AlarmClock
import PlainText

struct EventDraft {
  private enum Length {
    case until(DayValue, zone: String?)
    case seconds(Int)
  }

  private var event: CalendarEvent
  private var start: DayValue?
  private var zone: String?
  /// Dates listed in addition to the start, which determines how to read them.
  private var furtherStarts: [(day: DayValue, line: Int)] = []
  private var exceptions: [DayValue] = []
  private var replaced: DayValue?
  /// Whether the event lasts whole days although it has times, as Outlook and others write it.
  private var isAllDay = false
  private var length: Length?
  private var lengthLine = 0
  private var hasUnreadableStart = false
  private var taken: Set<String> = []
  /// False if the name had to be read as Windows-1252.
  private(set) var isUTF8 = true

  init(line: Int) { event = CalendarEvent(line: line) }

  mutating func take(_ line: ContentLine, _ notes: inout Notes, _ budget: inout Budget) throws(CalendarRefusal) {
    switch line.name {
    case "UID", "SEQUENCE", "SUMMARY", "DESCRIPTION", "STATUS", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID":
      guard taken.insert(line.name).inserted else {
        return notes.add(line.number, "\(line.name) occurs twice; the first one counts")
      }
      takeSingle(line, &notes)
    case "RRULE":
      do throws(RecurrenceRule.Trouble) { event.rules.append(try RecurrenceRule(line.word)) } catch {
        notes.add(line.number, "RRULE: \(error.text.printable()); its days beyond the first do not count")
      }
    case "EXRULE": notes.add(line.number, "EXRULE is obsolete and not understood; its days count anyway")
    case "RDATE":
      try Self.forEachDay(line, &notes, &budget) { day in furtherStarts.append((day, line.number)) }
    case "EXDATE": try Self.forEachDay(line, &notes, &budget) { day in exceptions.append(day) }
    case "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY":
      isAllDay = line.word == "TRUE" || line.word == "1"
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
    case "DESCRIPTION": event.description = TextValue.lines(line.value)
    case "DTSTART":
      (start, zone) = (Self.day(line.value, line), line.parameter("TZID"))
      if start == nil {
        hasUnreadableStart = true
        notes.add(line.number, "DTSTART: `\(line.shown)` is not a date; the event does not count")
      }
    case "DTEND":
      lengthLine = line.number
      if let end = Self.day(line.value, line) {
        length = .until(end, zone: line.parameter("TZID"))
      } else {
        notes.add(line.number, "DTEND: `\(line.shown)` is not a date; the event lasts one day")
      }
    case "DURATION":
      lengthLine = line.number
      length = .seconds(DurationValue.read(line.word) ?? 0)
    default:
      // Some programs write a time even for an all-day event. As with EXDATE, the alarm rings then.
      guard let day = Self.day(line.value, line) else {
        return notes.add(line.number, "RECURRENCE-ID: `\(line.shown)` is not a date; the event counts by itself")
      }
      (event.replacedDay, replaced) = (day.day, day)
      event.replacesRest = line.parameter("RANGE") == "THISANDFUTURE"
      if event.replacesRest {
        notes.add(
          line.number, "RANGE=THISANDFUTURE is not understood; of what it changes, only this one day counts")
      }
    }
  }

  /// Returns the event after all its lines were taken, or `nil` if it does not concern whole days.
  func finished(in local: ZoneRules?, _ notes: inout Notes) -> (event: CalendarEvent?, isTimed: Bool) {
    var event = event
    // An exception with a time removes its whole day: in doubt, the alarm rings.
    event.exceptions = Set(exceptions.map { day($0, in: local) })
    // If the days of a series begin at midnight here, this names the day in local time.
    if let replaced = replaced?.local(in: local), replaced.time == 0 { event.replacedDay = replaced.day }
    guard let start else {
      // A cancellation may omit its date (RFC 5546, 3.2.5).
      if event.isCancelled { return (event, false) }
      if !hasUnreadableStart { notes.add(event.line, "the event has no DTSTART; it does not count") }
      return (event.replacedDay == nil ? nil : event, false)
    }
    if event.name.isEmpty { event.name = "Holiday" }
    event.days =
      start.hasTime ? filledDays(from: start.local(in: local), in: local) : wholeDays(from: start, &notes)
    event.isTimed = event.days == nil
    if event.isTimed { return (event.replacedDay == nil ? nil : event, true) }
    for further in furtherStarts {
      if further.day.hasTime, further.day.local(in: local).time != start.local(in: local).time {
        notes.add(further.line, "RDATE with a time of day does not fit an event of whole days; it does not count")
      } else {
        event.furtherStarts.append(day(further.day, in: local))
      }
    }
    if start.hasTime {
      for place in event.rules.indices {
        if let until = event.rules[place].untilUTC { event.rules[place].until = until.local(in: local).day }
      }
    }
    return (event, false)
  }

  /// Returns the day of a value, in local time if the event has times.
  private func day(_ value: DayValue, in local: ZoneRules?) -> DayNumber {
    (start?.hasTime ?? false) ? value.local(in: local).day : value.day
  }

  private func wholeDays(from start: DayValue, _ notes: inout Notes) -> Range<DayNumber> {
    let end =
      switch length {
      case .until(let end, _): end.day
      case .seconds(let seconds): start.day + (seconds.isMultiple(of: Self.daySeconds) ? seconds / Self.daySeconds : 0)
      case nil: start.day + 1
      }
    if end < start.day || length != nil && end == start.day && taken.contains("DURATION") {
      notes.add(lengthLine, "the event ends before it has lasted a day; it lasts one day")
    }
    // Some programs write a single day with equal start and end.
    return start.day..<max(end, start.day + 1)
  }

  /// Returns the days that an event fills, from midnight to midnight, or from 00:01 to 23:59 as absence planners write
  /// them; `nil` if it fills only a part of a day. `start` is in local time if it was in UTC.
  private func filledDays(from start: DayValue, in local: ZoneRules?) -> Range<DayNumber>? {
    guard let time = start.time else { return nil }
    var (end, seconds) = (start.day + 1, 0)
    switch length {
    case .until(let until, let zone):
      guard isAllDay || zone == self.zone && until.isUTC == self.start?.isUTC else { return nil }
      (end, seconds) = (until.local(in: local).day, until.local(in: local).time ?? 0)
    case .seconds(let length):
      (end, seconds) = (time + length).quotientAndRemainder(dividingBy: Self.daySeconds)
      end += start.day
    case nil where !isAllDay: return nil
    case nil: break
    }
    if isAllDay {
      // It was midnight in UTC where the event was created, and may be some hours off here.
      let isBefore = self.start?.isUTC ?? false && self.start?.time != 0 && time >= Self.daySeconds / 2
      let first = isBefore ? start.day + 1 : start.day
      let lasts = (end - start.day) * Self.daySeconds + seconds - time
      return first..<first + max(1, (lasts + Self.daySeconds / 2) / Self.daySeconds)
    }
    guard !start.isUTC, time <= 60, seconds == 0 || seconds >= Self.daySeconds - 60 else { return nil }
    end = seconds == 0 ? end : end + 1
    return start.day < end ? start.day..<end : nil
  }

  private static let daySeconds = 86_400

  /// Reads a date. `VALUE=DATE` drops the time; some programs omit that parameter.
  private static func day(_ bytes: ArraySlice<UInt8>, _ line: ContentLine) -> DayValue? {
    guard var day = DayValue(bytes.asWord) else { return nil }
    if line.parameter("VALUE") == "DATE" { (day.time, day.isUTC) = (nil, false) }
    return day
  }

  private static func forEachDay(
    _ line: ContentLine, _ notes: inout Notes, _ budget: inout Budget, _ take: (DayValue) -> Void
  ) throws(CalendarRefusal) {
    if line.parameter("VALUE") == "PERIOD" {
      return notes.add(line.number, "\(line.name) with periods does not fit an event of whole days; it does not count")
    }
    var rest = line.value
    repeat {
      try budget.spend(stepsOfAListedDay)
      let part = rest.prefix { $0 != UInt8(ascii: ",") }
      if let day = day(part, line) {
        take(day)
      } else {
        notes.add(line.number, "\(line.name): `\(part.prefix(40).asText)` is not a date; it does not count")
      }
      rest = rest.dropFirst(part.count)
    } while rest.popFirst() != nil
  }

  /// A listed day is kept, unlike most days that a rule examines.
  private static let stepsOfAListedDay = 10
}

extension ContentLine {
  var shown: String { value.prefix(40).asText }
}

extension ArraySlice<UInt8> {
  /// Printable text for a note; other characters become `?`.
  var asText: String { String(decoding: self, as: UTF8.self).printable() }
}
