import AlarmClock
import Control
import Synchronization

/// Formats times and spans for people. Times stay in the zone that the daemon used.
enum TimePhrase {
  /// The setting `time-format`, which the daemon sends with its answers.
  static let usesTwelveHours = Atomic(false)

  enum Precision {
    /// Seconds only when they are not 0.
    case minutes
    case seconds
    case milliseconds
    /// Never seconds.
    case wholeMinutes
  }

  /// Formats an RFC 3339 time like `Sun 2026-11-22 07:30`. Returns other text unchanged.
  static func stamp(_ time: String, _ precision: Precision = .minutes) -> String {
    guard let date = LocalDate(String(time.prefix(10))), let clock = clockIfValid(time, precision) else {
      return Terminal.printable(time)
    }
    return "\(date.weekday.shortName) \(date) \(clock)"
  }

  /// Example: `Sun 22`. Returns other text unchanged.
  static func dayOfMonth(_ time: String) -> String {
    guard let date = LocalDate(String(time.prefix(10))) else { return Terminal.printable(time) }
    return "\(date.weekday.shortName) \(date.day)"
  }

  /// Example: `Sun 07:30`; includes the date from six days ahead.
  static func soon(_ occurrence: OccurrenceView) -> String {
    let stamp = stamp(occurrence.time)
    let parts = stamp.split(separator: " ")
    guard occurrence.inSeconds < 6 * 86_400, parts.count == 3 else { return stamp }
    return "\(parts[0]) \(parts[2])"
  }

  /// Formats a past time: `21:30`, or `Sat 2026-11-21 21:30` if it was not today.
  static func past(_ time: String, now: String) -> String {
    time.prefix(10) == now.prefix(10) ? clock(time, .wholeMinutes) : stamp(time, .wholeMinutes)
  }

  /// Example: `07:30`.
  static func clock(_ time: String, _ precision: Precision = .minutes) -> String {
    clockIfValid(time, precision) ?? Terminal.printable(time)
  }

  private static func clockIfValid(_ time: String, _ precision: Precision) -> String? {
    guard time.utf8.count >= 20, let clock = LocalTime(String(time.dropFirst(11).prefix(8))) else { return nil }
    var seconds = String(time.dropFirst(16).prefix(3))
    switch precision {
    case .wholeMinutes: seconds = ""
    case .minutes: if clock.second == 0 { seconds = "" }
    case .seconds: break
    case .milliseconds:
      let digits = time.dropFirst(19).first == "." ? time.dropFirst(20).prefix { ("0"..."9").contains($0) } : ""
      seconds += ".\((digits + "000").prefix(3))"
    }
    guard usesTwelveHours.load(ordering: .relaxed) else { return clock.toTheMinute + seconds }
    return "\(clock.hourOfTwelve)\(clock.toTheMinute.dropFirst(2))\(seconds)\(clock.hour < 12 ? "am" : "pm")"
  }

  /// Converts the times of day within a text (`Mon-Fri 07:30`, `22:00-07:00`) to 12 hours, if these are used.
  static func clocks(in text: String) -> String {
    usesTwelveHours.load(ordering: .relaxed) ? twelveHours(in: text) : text
  }

  static func twelveHours(in text: String) -> String {
    func isPart(_ character: Character) -> Bool { character.isASCII && (character.isNumber || character == ":") }
    var shown = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: isPart) {
      let end = rest[start...].firstIndex { !isPart($0) } ?? rest.endIndex
      let part = String(rest[start..<end])
      shown += rest[..<start] + (LocalTime(part).map { $0.text(.hours12) } ?? part)
      rest = rest[end...]
    }
    return shown + rest
  }

  /// Returns the two largest units: `9 h 12 min`, `2 days 3 h`, `45 s`; `now` for 0.
  static func span(_ seconds: Int) -> String {
    if seconds < 0 { return "\(span(-seconds)) ago" }
    if seconds == 0 { return "now" }
    let parts = [
      (seconds / 86_400, seconds / 86_400 == 1 ? "day" : "days"), (seconds / 3600 % 24, "h"),
      (seconds / 60 % 60, "min"), (seconds % 60, "s"),
    ]
    let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
    return parts[first...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// Example: `Sun 2026-11-22 07:30 (in 9 h 12 min)`.
  static func when(_ occurrence: OccurrenceView) -> String {
    "\(stamp(occurrence.time)) (\(occurrence.inSeconds > 0 ? "in " : "")\(span(occurrence.inSeconds)))"
  }
}
