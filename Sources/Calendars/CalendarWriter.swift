import AlarmClock
import PlainText

/// A moment for people's own calendars.
public struct WrittenEvent: Hashable, Sendable {
  /// The same each time this event is written, so that a program that reads it again updates its copy.
  public var uid: String
  public var start: Instant
  public var summary: String
  public var detail: String?

  public init(uid: String, start: Instant, summary: String, detail: String? = nil) {
    self.uid = uid
    self.start = start
    self.summary = summary
    self.detail = detail
  }
}

/// Writes iCalendar (RFC 5545).
public struct CalendarWriter: Sendable {
  private let name: String
  private let stamp: Instant

  /// - Parameters:
  ///   - name: the name that programs show for the calendar.
  ///   - stamp: the time of writing.
  public init(name: String, stamp: Instant) {
    self.name = name
    self.stamp = stamp
  }

  public func text(_ events: [WrittenEvent]) -> String {
    var text = ""
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rouse//Alarm clock//EN", "METHOD:PUBLISH"] {
      Self.add(line, to: &text)
    }
    Self.add("X-WR-CALNAME:\(Self.escaped(name))", to: &text)
    for event in events {
      Self.add("BEGIN:VEVENT", to: &text)
      Self.add("UID:\(Self.escaped(event.uid))", to: &text)
      Self.add("DTSTAMP:\(Self.moment(stamp))", to: &text)
      Self.add("DTSTART:\(Self.moment(event.start))", to: &text)
      Self.add("SUMMARY:\(Self.escaped(event.summary))", to: &text)
      if let detail = event.detail { Self.add("DESCRIPTION:\(Self.escaped(detail))", to: &text) }
      // A ring does not make anyone busy.
      Self.add("TRANSP:TRANSPARENT", to: &text)
      Self.add("END:VEVENT", to: &text)
    }
    Self.add("END:VCALENDAR", to: &text)
    return text
  }

  private static func moment(_ instant: Instant) -> String {
    let local = ZoneRules.utc.local(instant)
    let (date, time) = (local.date, local.time)
    return "\(date.year.padded(to: 4))\(date.month.padded(to: 2))\(date.day.padded(to: 2))"
      + "T\(time.hour.padded(to: 2))\(time.minute.padded(to: 2))\(time.second.padded(to: 2))Z"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.printable(keeping: ["\n"]).unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\\", ";", ",": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Appends a line, folded so that each part has at most 75 bytes, without splitting a character.
  private static func add(_ line: String, to text: inout String) {
    var length = 0
    for scalar in line.unicodeScalars {
      let bytes = UTF8.width(scalar)
      if length + bytes > 75 {
        text += "\r\n "
        length = 1
      }
      text.unicodeScalars.append(scalar)
      length += bytes
    }
    text += "\r\n"
  }
}
