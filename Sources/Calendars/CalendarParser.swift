import AlarmClock
import PlainText

struct CalendarParser {
  private static let calendar = ["VCALENDAR"]
  private static let event = ["VCALENDAR", "VEVENT"]

  private let limits: CalendarLimits
  private let zone: ZoneRules?
  /// The names of the open components, in capitals.
  private var open: [String] = []
  private var draft: EventDraft?
  private var hasToldOfLetters = false

  private(set) var name: String?
  private(set) var events: [CalendarEvent] = []
  private(set) var timedEvents = 0
  private var allEvents = 0
  /// Whether METHOD:CANCEL withdraws the events.
  private(set) var cancels = false
  private(set) var calendars = 0

  init(_ limits: CalendarLimits, zone: ZoneRules?) { (self.limits, self.zone) = (limits, zone) }

  mutating func parse(
    _ bytes: [UInt8], _ notes: inout Notes, _ budget: inout Budget
  ) throws(CalendarRefusal) {
    guard bytes.count <= limits.bytes else { throw .tooLong(mostBytes: limits.bytes) }
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else { throw .utf16 }
    guard ContentLines.count(bytes, atMost: limits.lines) <= limits.lines else {
      throw .tooManyLines(most: limits.lines)
    }
    var last = 1
    for (number, line) in ContentLines(bytes) {
      last = number
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      guard let line = ContentLine(number: number, line) else {
        if calendars > 0 { notes.add(number, "`\(line[...].prefix(40).asText)` is not a calendar line") }
        continue
      }
      try take(line, &notes, &budget)
    }
    guard calendars > 0 else { throw .noCalendar }
    if let first = open.first { notes.add(last, "the file ends before END:\(first.cut); was it cut off?") }
  }

  private mutating func take(
    _ line: ContentLine, _ notes: inout Notes, _ budget: inout Budget
  ) throws(CalendarRefusal) {
    switch line.name {
    case "BEGIN": try begin(line)
    case "END": end(line, &notes)
    default:
      // Other components do not concern days off: alarms of an event, zones, tasks.
      if open == Self.event { try draft?.take(line, &notes, &budget) }
      if open == Self.calendar { takeOfCalendar(line, &notes) }
    }
  }

  private mutating func begin(_ line: ContentLine) throws(CalendarRefusal) {
    let component = line.word
    guard open.count < limits.depth else { throw .tooDeep(line: line.number, most: limits.depth) }
    if component == "VCALENDAR" { calendars += 1 }
    if component == "VEVENT", open == Self.calendar {
      allEvents += 1
      guard allEvents <= limits.events else { throw .tooManyEvents(most: limits.events) }
      draft = EventDraft(line: line.number)
    }
    open.append(component)
  }

  private mutating func end(_ line: ContentLine, _ notes: inout Notes) {
    let component = line.word
    guard let place = open.lastIndex(of: component) else {
      return notes.add(line.number, "END:\(component.cut) ends a part that has not begun")
    }
    if place < open.count - 1 {
      notes.add(line.number, "END:\(component.cut) comes before END:\(open[open.count - 1].cut)")
    }
    let isEvent = place <= 1
    open.removeSubrange(place...)
    guard isEvent, let finished = draft else { return }
    draft = nil
    if !finished.isUTF8, !hasToldOfLetters {
      hasToldOfLetters = true
      notes.add(line.number, "the event's name is not in UTF-8; it is read as Windows-1252")
    }
    let (event, isTimed) = finished.finished(in: zone, &notes)
    if isTimed { timedEvents += 1 }
    if let event { events.append(event) }
  }

  private mutating func takeOfCalendar(_ line: ContentLine, _ notes: inout Notes) {
    switch line.name {
    case "X-WR-CALNAME", "NAME":
      let text = TextValue.read(line.value).text
      if name == nil, !text.isEmpty { name = text }
    case "METHOD":
      switch line.word {
      case "CANCEL":
        cancels = true
        notes.add(line.number, "METHOD:CANCEL cancels events: none of its days counts")
      case "PUBLISH", "REQUEST", "ADD": break
      default: notes.add(line.number, "METHOD:\(line.shown) is not understood; its events count anyway")
      }
    case "CALSCALE" where line.word != "GREGORIAN":
      notes.add(line.number, "CALSCALE:\(line.shown) is not understood; dates are read as Gregorian")
    default: break
    }
  }
}

extension String {
  /// Shortened for a note, with unprintable characters as `?`.
  fileprivate var cut: String { String(prefix(40)).printable() }
}
