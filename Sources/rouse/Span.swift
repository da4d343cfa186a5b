import AlarmClock

/// A duration on the command line, in whole seconds.
enum Span {
  static func seconds(_ text: String, field: String, in range: ClosedRange<Int>) throws(InvalidValue) -> Int {
    // A negative duration, too, gets the error that names the range.
    let seconds = text.hasPrefix("-") ? -1 : Int(try DurationText.parse(text, field: field).components.seconds)
    guard range.contains(seconds) else {
      let bounds = [range.lowerBound, range.upperBound].map(word)
      throw InvalidValue(
        field: field, value: text, reason: "it has to be from \(bounds[0]) to \(bounds[1])",
        remedy: "give a duration in that range")
    }
    return seconds
  }

  /// Returns the form used by the help: `60s`, `10m`, `24h`.
  static func word(_ seconds: Int) -> String {
    if seconds > 60, seconds % 60 == 0 { return seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m" }
    return "\(seconds)s"
  }
}
