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
public enum CalendarWriter {
  /// `name` is what programs show for the calendar, `stamp` the time of writing.
  public static func text(_ events: [WrittenEvent], name: String, stamp: Instant) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rouse//Alarm clock//EN", "METHOD:PUBLISH"]
    lines.append("X-WR-CALNAME:\(escaped(name))")
    for event in events {
      lines += ["BEGIN:VEVENT", "UID:\(escaped(event.uid))", "DTSTAMP:\(moment(stamp))"]
      lines += ["DTSTART:\(moment(event.start))", "SUMMARY:\(escaped(event.summary))"]
      if let detail = event.detail { lines.append("DESCRIPTION:\(escaped(detail))") }
      // A ring does not make anyone busy.
      lines += ["TRANSP:TRANSPARENT", "END:VEVENT"]
    }
    return (lines + ["END:VCALENDAR"]).map(folded).joined()
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

  /// Returns a line with its end, folded so that each part has at most 75 bytes, without splitting a character.
  private static func folded(_ line: String) -> String {
    var text = ""
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
    return text + "\r\n"
  }
}
