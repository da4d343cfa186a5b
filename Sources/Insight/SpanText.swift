/// Spans for use in sentences: `40 s`, `1 min 55 s`, `2 h 5 min`.
public enum SpanText {
  /// - Parameter milliseconds: rounded half up to seconds from 1 s on; 0 if negative.
  public static func format(milliseconds: Int64) -> String {
    (1..<1000).contains(milliseconds) ? "\(milliseconds) ms" : format(seconds: (max(0, milliseconds) + 500) / 1000)
  }

  public static func format(seconds: Int64) -> String {
    let seconds = max(0, seconds)
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return join("\(seconds / 60) min", seconds % 60, "s") }
    return join("\(seconds / 3600) h", seconds % 3600 / 60, "min")
  }

  private static func join(_ large: String, _ rest: Int64, _ unit: String) -> String {
    rest == 0 ? large : "\(large) \(rest) \(unit)"
  }
}
