import AlarmClock
import PlainText

/// Something for people's own calendars, at one moment.
public struct WrittenEvent: Hashable, Sendable {
  /// The same whenever this event is written: programs that read it again then change theirs and make no second one.
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
  ///   - name: what programs call the calendar.
  ///   - stamp: when it is written.
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
      // A ring takes no time that somebody else could not have.
      Self.add("TRANSP:TRANSPARENT", to: &text)
      Self.add("END:VEVENT", to: &text)
    }
    Self.add("END:VCALENDAR", to: &text)
    return text
  }

  /// `20261224T063000Z`
  private static func moment(_ instant: Instant) -> String {
    let local = ZoneRules.utc.local(instant)
    let (date, time) = (local.date, local.time)
    return "\(date.year.padded(to: 4))\(date.month.padded(to: 2))\(date.day.padded(to: 2))"
      + "T\(time.hour.padded(to: 2))\(time.minute.padded(to: 2))\(time.second.padded(to: 2))Z"
  }

  /// A value of type TEXT.
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

  /// A line of at most 75 bytes, and what is left in further ones; no letter is cut.
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
