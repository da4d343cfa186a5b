/// Days of the week as people type them.
public enum DaysText {
  private static let keywords: [String: Weekdays] = [
    "daily": .daily, "weekdays": .workdays, "weekend": .weekend, "weekends": .weekend,
  ]

  /// `daily`, `weekdays`, `weekend`; `mon,wed,fri`, `mon-fri`, `sat-mon`; English names whole or shortened to three
  /// letters or more, in any case, with commas or spaces between them.
  ///
  /// - Parameter field: what to call the value in the error.
  public static func parse(_ text: String, field: String = "--days") throws(InvalidValue) -> Weekdays {
    func refusal(_ reason: String) -> InvalidValue {
      InvalidValue(
        field: field, value: text, reason: reason,
        remedy: "give daily, weekdays, weekend, days like mon,wed,fri or mon-fri, or days of a month like first-mon")
    }
    let words = text.lowercased().split { $0 == "," || $0 == " " }
    if words.isEmpty { throw refusal("no day is named") }
    var days: Weekdays = []
    for word in words {
      if let keyword = keywords[String(word)] {
        days.formUnion(keyword)
        continue
      }
      let ends = word.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2 else { throw refusal("a range has two ends") }
      guard let first = weekday(ends[0]), let last = weekday(ends[ends.count - 1]) else {
        throw refusal("'\(word.prefix(20))' is no day of the week")
      }
      let length = (last.rawValue - first.rawValue + 7) % 7
      let indexes = (0...length).map { (first.rawValue - 1 + $0) % 7 }
      days.formUnion(Weekdays(indexes.map { Weekday.allCases[$0] }))
    }
    return days
  }

  /// An English name, whole or shortened to three letters or more, in small letters.
  static func weekday(_ word: Substring) -> Weekday? {
    guard word.utf8.count >= 3 else { return nil }
    return Weekday.allCases.first { $0.name.lowercased().hasPrefix(word) }
  }
}
