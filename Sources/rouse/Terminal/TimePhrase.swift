import AlarmClock
import Control
import Synchronization

/// Times and spans in the words of people. Times stay in the zone the daemon gave them in.
enum TimePhrase {
  /// The daemon says so, with its answer: the setting `time-format`.
  static let usesTwelveHours = Atomic(false)

  enum Precision {
    /// Seconds only when they are not 0.
    case minutes
    case seconds
    case milliseconds
    /// Never seconds.
    case wholeMinutes
  }

  /// `Sun 2026-11-22 07:30` from an RFC 3339 time; a text of another form comes back as it is.
  static func stamp(_ time: String, _ precision: Precision = .minutes) -> String {
    let bytes = Array(time.utf8)
    guard bytes.count >= 20, let date = LocalDate(text(bytes[..<10])), LocalTime(text(bytes[11..<19])) != nil else {
      return Terminal.printable(time)
    }
    return "\(date.weekday.shortName) \(date) \(clock(bytes, precision))"
  }

  /// `Sun 22`; a text of another form comes back as it is.
  static func dayOfMonth(_ time: String) -> String {
    guard let date = LocalDate(text(Array(time.utf8).prefix(10))) else { return Terminal.printable(time) }
    return "\(date.weekday.shortName) \(date.day)"
  }

  /// `Sun 07:30`, or with its date where that is a week off or more.
  static func soon(_ occurrence: OccurrenceView) -> String {
    let stamp = stamp(occurrence.time)
    let parts = stamp.split(separator: " ")
    guard occurrence.inSeconds < 6 * 86_400, parts.count == 3 else { return stamp }
    return "\(parts[0]) \(parts[2])"
  }

  /// The time of day of a moment that has passed, with its day where that is another: `21:30`, `Sat 21:30`.
  static func past(_ time: String, now: String) -> String {
    let parts = stamp(time, .wholeMinutes).split(separator: " ")
    guard parts.count == 3 else { return stamp(time) }
    let (day, clock) = ("\(parts[0]) \(parts[1])", parts[2])
    return stamp(now).hasPrefix(day) ? String(clock) : "\(day) \(clock)"
  }

  /// The time of day alone: `07:30`.
  static func clock(_ time: String, _ precision: Precision = .minutes) -> String {
    let bytes = Array(time.utf8)
    guard bytes.count >= 20, LocalTime(text(bytes[11..<19])) != nil else { return Terminal.printable(time) }
    return clock(bytes, precision)
  }

  private static func clock(_ bytes: [UInt8], _ precision: Precision) -> String {
    let (hour, ofDay) = hour(bytes[11..<13])
    let minutes = hour + text(bytes[13..<16])
    let seconds = text(bytes[16..<19])
    switch precision {
    case .wholeMinutes: return minutes + ofDay
    case .minutes: return minutes + (seconds == ":00" ? "" : seconds) + ofDay
    case .seconds: return minutes + seconds + ofDay
    case .milliseconds:
      let digits = bytes[19] == UInt8(ascii: ".") ? bytes[20...].prefix { (0x30...0x39).contains($0) }.prefix(3) : []
      return minutes + seconds + "." + text(digits) + String(repeating: "0", count: 3 - digits.count) + ofDay
    }
  }

  /// `07`, or on 12 hours `7` and `am`.
  private static func hour(_ bytes: ArraySlice<UInt8>) -> (hour: String, ofDay: String) {
    guard usesTwelveHours.load(ordering: .relaxed), let hour = Int(text(bytes)) else { return (text(bytes), "") }
    return ("\((hour + 11) % 12 + 1)", hour < 12 ? "am" : "pm")
  }

  /// A text with times of day in it (`Mon-Fri 07:30`, `22:00-07:00`), as people want to read them.
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

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The two largest units of a span: `9 h 12 min`, `2 days 3 h`, `45 s`; `now` for nothing.
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

  /// `Sun 2026-11-22 07:30 (in 9 h 12 min)`.
  static func when(_ occurrence: OccurrenceView) -> String {
    "\(stamp(occurrence.time)) (\(occurrence.inSeconds > 0 ? "in " : "")\(span(occurrence.inSeconds)))"
  }
}
