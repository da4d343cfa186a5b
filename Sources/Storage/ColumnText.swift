import AlarmClock

/// How values of the domain are written in columns.
enum ColumnText {
  static func text(_ recurrence: Recurrence) -> String {
    switch recurrence {
    case .once(let local): "once \(local)"
    case .weekly(let days, let time): "weekly \(days.rawValue) \(time)"
    case .instant(let instant): "instant \(instant.nanoseconds)"
    }
  }

  static func recurrence(_ text: String) throws(StorageError) -> Recurrence {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("once", 2):
      if let local = LocalDateTime(words[1]) { return .once(local) }
    case ("weekly", 3):
      if let days = Weekdays.RawValue(words[1]), let time = LocalTime(words[2]) {
        return .weekly(Weekdays(rawValue: days), at: time)
      }
    case ("instant", 2):
      if let nanoseconds = Int64(words[1]) { return .instant(Instant(nanoseconds: nanoseconds)) }
    default: break
    }
    throw StorageError(.corrupt, "reading a recurrence", "`\(text)` is none")
  }

  static func key(_ text: String) throws(StorageError) -> Occurrence.Key {
    guard let key = Occurrence.Key(text) else {
      throw StorageError(.corrupt, "reading an occurrence", "`\(text)` is none")
    }
    return key
  }

  static func vibration(_ text: String) throws(StorageError) -> Vibration {
    guard let vibration = Vibration(rawValue: text) else {
      throw StorageError(.corrupt, "reading a vibration", "`\(text)` is none")
    }
    return vibration
  }

  static func vibrationPattern(_ text: String) throws(StorageError) -> VibrationPattern {
    guard let pattern = VibrationPattern(rawValue: text) else {
      throw StorageError(.corrupt, "reading a vibration", "`\(text)` is no pattern")
    }
    return pattern
  }

  static func adjustment(_ text: String) throws(StorageError) -> TimeAdjustment {
    guard let adjustment = TimeAdjustment(rawValue: text) else {
      throw StorageError(.corrupt, "reading an adjustment", "`\(text)` is none")
    }
    return adjustment
  }

  /// Ids hold no spaces.
  static func text(_ ids: [String]) -> String { ids.joined(separator: " ") }
  static func ids(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Durations are kept in whole milliseconds.
  static func milliseconds(_ duration: Duration) -> SQLValue { .integer(duration.wholeNanoseconds / 1_000_000) }
  static func milliseconds(_ duration: Duration?) -> SQLValue { duration.map(milliseconds) ?? .null }
  static func duration(_ milliseconds: Int64) -> Duration { .milliseconds(milliseconds) }
  static func duration(_ milliseconds: Int?) -> Duration? { milliseconds.map { .milliseconds($0) } }

  static func cardKind(_ text: String) throws(StorageError) -> Card.Kind {
    guard let kind = Card.Kind(rawValue: text) else {
      throw StorageError(.corrupt, "reading a card", "`\(text)` is no kind of card")
    }
    return kind
  }

  /// The word for how a ring has ended, and the card that ended it.
  static func columns(_ outcome: RingOutcome) -> (word: String, cardID: String?) {
    switch outcome {
    case .dismissed(let cardID): ("dismissed", cardID)
    case .missed(rang: true): ("missed", nil)
    case .missed(rang: false): ("missed_unrung", nil)
    case .skipped: ("skipped", nil)
    }
  }

  /// Why a ring is silent, and until when; null: it is not.
  static func columns(_ rest: RingProgress.Rest?) -> (word: SQLValue, until: SQLValue) {
    switch rest {
    case .snooze(let until)?: (.text("snooze"), .integer(until.nanoseconds))
    case .wakeCheck(let until)?: (.text("wake-check"), .integer(until.nanoseconds))
    case nil: (.null, .null)
    }
  }

  static func rest(_ word: String?, until nanoseconds: Int64) throws(StorageError) -> RingProgress.Rest? {
    let until = Instant(nanoseconds: nanoseconds)
    switch word {
    case nil: return nil
    case "snooze"?: return .snooze(until: until)
    case "wake-check"?: return .wakeCheck(until: until)
    case let other?: throw StorageError(.corrupt, "reading a ring", "`\(other)` is no reason to be silent")
    }
  }
}
