import AlarmClock

/// The column format of the values in AlarmClock.
enum ColumnText {
  static func text(_ recurrence: Recurrence) -> String {
    switch recurrence {
    case .once(let local): "once \(local)"
    case .weekly(let days, let time): "weekly \(days.rawValue) \(time)"
    case .instant(let instant): "instant \(instant.nanoseconds)"
    case .dated(let rule): text(rule)
    }
  }

  static func recurrence(_ text: String) throws(InvalidValue) -> Recurrence {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("once", 2):
      if let local = LocalDateTime(words[1]) { return .once(try DateText.checked(local, field: "date")) }
    case ("weekly", 3):
      if let days = Weekdays.RawValue(words[1]), let time = LocalTime(words[2]) {
        return .weekly(Weekdays(rawValue: days), at: time)
      }
    case ("instant", 2):
      if let nanoseconds = Int64(words[1]) { return .instant(Instant(nanoseconds: nanoseconds)) }
    default: if let rule = try rule(words) { return .dated(rule) }
    }
    throw refusal("recurrence", text, "it is not valid")
  }

  static func key(_ text: String) throws(InvalidValue) -> Occurrence.Key {
    try known(Occurrence.Key(text), "occurrence", text)
  }

  static func adjustment(_ text: String) throws(InvalidValue) -> TimeAdjustment {
    try known(TimeAdjustment(rawValue: text), "adjustment", text)
  }

  static func text(_ ids: [String]) -> String { ids.joined(separator: " ") }

  static func ids(_ text: String) throws(InvalidValue) -> [String] {
    let ids = text.split(separator: " ").map(String.init)
    guard ids.allSatisfy(Alarm.isID) else { throw refusal("card", text, "it is not a card's id") }
    return ids
  }

  /// Checks a number of snoozes.
  static func count(_ number: Int64) throws(InvalidValue) -> Int {
    guard let count = Int(exactly: number), (0...1000).contains(count) else {
      throw refusal("snooze", "\(number)", "it is too many")
    }
    return count
  }

  static func name(_ text: String) throws(InvalidValue) -> String { try checkedName(text, field: "name") }

  static func daysOffName(_ text: String) throws(InvalidValue) -> String { try DaysOff.name(text, field: "name") }

  /// Returns the value, or throws if the text was not understood.
  static func known<Value>(
    _ value: Value?, _ field: String, _ text: String, _ reason: String = "it is not valid"
  ) throws(InvalidValue) -> Value {
    guard let value else { throw refusal(field, text, reason) }
    return value
  }

  static func refusal(_ field: String, _ text: String, _ reason: String) -> InvalidValue {
    InvalidValue(field: field, value: text, reason: reason, remedy: "set it again")
  }

  static func cardKind(_ text: String) throws(InvalidValue) -> Card.Kind {
    try known(Card.Kind(rawValue: text), "card", text, "it is not a kind of card")
  }

  static func columns(_ outcome: RingOutcome) -> (word: String, cardID: String?) {
    switch outcome {
    case .dismissed(let cardID): ("dismissed", cardID)
    case .missed(rang: true): ("missed", nil)
    case .missed(rang: false): ("missed_unrung", nil)
    case .skipped: ("skipped", nil)
    }
  }

  static func columns(_ rest: RingProgress.Rest?) -> (word: String?, until: Instant?) {
    switch rest {
    case .snooze(let until)?: ("snooze", until)
    case .wakeCheck(let until)?: ("wake-check", until)
    case nil: (nil, nil)
    }
  }

  /// The longest time from the beginning of a round to the end of a snooze or wake check: a ring gives up after three
  /// hours and rests for half an hour at most. A clock that is set meanwhile moves both.
  private static let longestRest: Duration = .seconds(4 * 3600)

  /// - Parameter began: When the resting round began.
  static func rest(
    _ word: String?, until nanoseconds: Int64, began: Instant
  ) throws(InvalidValue) -> RingProgress.Rest? {
    let until = Instant(nanoseconds: nanoseconds)
    guard word == nil || until - began <= longestRest else {
      throw refusal("rest", word ?? "", "a ring is never silent for that long")
    }
    switch word {
    case nil: return nil
    case "snooze"?: return .snooze(until: until)
    case "wake-check"?: return .wakeCheck(until: until)
    case let other?: throw refusal("ring", other, "it is not a reason for a ring to be silent")
    }
  }
}
