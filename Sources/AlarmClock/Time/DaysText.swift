/// Reads days of the week from user input.
public enum DaysText {
  private static let keywords: [String: Weekdays] = [
    "daily": .daily, "weekdays": .workdays, "weekend": .weekend, "weekends": .weekend,
  ]

  /// Reads `daily`, `weekdays` or `weekend`; days such as `mon,wed,fri`; ranges such as `mon-fri` and `sat-mon`.
  /// English names may be shortened to three letters or more, in any case. Commas or spaces separate them.
  public static func parse(_ text: String, field: String = "--days") throws(InvalidValue) -> Weekdays {
    func refusal(_ reason: String) -> InvalidValue {
      TypedValue(text, field: field).refusal(
        reason, "give daily, weekdays, weekend, days like mon,wed,fri or mon-fri, or days of a month like first-mon")
    }
    let words = text.lowercased().split { $0 == "," || $0 == " " }
    if words.isEmpty { throw refusal("no day is given") }
    var days: Weekdays = []
    for word in words {
      if let keyword = keywords[String(word)] {
        days.formUnion(keyword)
        continue
      }
      let ends = word.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2 else { throw refusal("a range has two ends") }
      guard let first = weekday(ends[0]), let last = weekday(ends[ends.count - 1]) else {
        throw refusal("'\(word.prefix(20))' is not a day of the week")
      }
      let length = (last.rawValue - first.rawValue + 7) % 7
      let indexes = (0...length).map { (first.rawValue - 1 + $0) % 7 }
      days.formUnion(Weekdays(indexes.map { Weekday.allCases[$0] }))
    }
    return days
  }

  /// Reads an English name in lower case, complete or shortened to three letters or more.
  static func weekday(_ word: Substring) -> Weekday? {
    guard word.utf8.count >= 3 else { return nil }
    return Weekday.allCases.first { $0.name.lowercased().hasPrefix(word) }
  }
}
