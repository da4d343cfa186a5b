/// Reads what people type for the fields of alarms and settings, and says what is wrong with it.
///
/// `field` is the name people typed it under (`--volume`, `volume`), for the message.
public enum FieldText {
  /// 0…100 per cent, with or without the sign.
  public static func volume(_ text: String, field: String) throws(InvalidValue) -> Int {
    guard let number = wholeNumber(text.hasSuffix("%") ? String(text.dropLast()) : text), (0...100).contains(number)
    else {
      throw InvalidValue(
        field: field, value: text, reason: "a volume is a whole number from 0 to 100",
        remedy: "give a number, as in `80`")
    }
    return number
  }

  static func vibration(_ text: String, field: String) throws(InvalidValue) -> Vibration {
    guard let level = Vibration(rawValue: text.lowercased()) else {
      let isPattern = VibrationPattern(rawValue: text.lowercased()) != nil
      throw InvalidValue(
        field: field, value: text,
        reason: isPattern ? "that is a pattern, and no strength" : "there is no such strength",
        remedy: "choose one of: \(Vibration.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return level
  }

  static func vibrationPattern(_ text: String, field: String) throws(InvalidValue) -> VibrationPattern {
    guard let pattern = VibrationPattern(rawValue: text.lowercased()) else {
      throw InvalidValue(
        field: field, value: text, reason: "there is no such pattern",
        remedy: "choose one of: \(VibrationPattern.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return pattern
  }

  static func chimeFor(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try duration(text, field: field, in: .seconds(10) ... .seconds(600), range: "10s to 10m")
  }

  static func timerLength(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try duration(text, field: field, in: Timer.lengths, range: "1s to 24h")
  }

  static func fadeIn(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try duration(text, field: field, in: .zero ... .seconds(300), range: "0s to 5m")
  }

  static func buzzerAfter(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try duration(
      text, field: field, in: .zero ... .seconds(60),
      range: "0s to 60s: the buzzer can come earlier, but it cannot be taken away")
  }

  static func silenceAfter(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try duration(text, field: field, in: .seconds(60) ... .seconds(180 * 60), range: "1m to 3h")
  }

  static func preAlarm(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try duration(text, field: field, in: .zero ... .seconds(300), range: "0s to 5m")
  }

  static func catchUp(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try duration(text, field: field, in: .zero ... .seconds(180 * 60), range: "0s to 3h")
  }

  static func snoozes(_ text: String, field: String) throws(InvalidValue) -> Int {
    if text == off { return 0 }
    guard let number = wholeNumber(text), (1...5).contains(number) else {
      throw InvalidValue(
        field: field, value: text, reason: "a ring can be snoozed once to five times",
        remedy: "give a number from 1 to 5, or `off`")
    }
    return number
  }

  static func snoozeTime(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try duration(text, field: field, in: .seconds(60) ... .seconds(30 * 60), range: "1m to 30m")
  }

  static func wakeCheck(_ text: String, field: String) throws(InvalidValue) -> Duration {
    if text == off { return .zero }
    return try duration(text, field: field, in: .seconds(120) ... .seconds(30 * 60), range: "2m to 30m, or off")
  }

  static func cancelLock(_ text: String, field: String) throws(InvalidValue) -> Duration {
    if text == off { return .zero }
    return try duration(text, field: field, in: .seconds(60) ... .seconds(12 * 3600), range: "1m to 12h, or off")
  }

  static func sound(_ text: String, known: [String], field: String) throws(InvalidValue) -> String {
    let id = text.lowercased()
    guard id == Settings.noSound || known.contains(id) else {
      throw InvalidValue(
        field: field, value: text, reason: "there is no such sound",
        remedy: "choose one of: \((known + [Settings.noSound]).joined(separator: ", "))")
    }
    return id
  }

  static func timeFormat(_ text: String, field: String) throws(InvalidValue) -> Settings.TimeFormat {
    guard let format = Settings.TimeFormat(rawValue: text) ?? Settings.TimeFormat(rawValue: text + "h") else {
      throw InvalidValue(
        field: field, value: text, reason: "a clock shows 12 or 24 hours", remedy: "give `12h` or `24h`")
    }
    return format
  }

  static func brightness(_ text: String, field: String) throws(InvalidValue) -> Int? {
    if text == off { return nil }
    guard let number = wholeNumber(text), (0...15).contains(number) else {
      throw InvalidValue(
        field: field, value: text, reason: "the display has 16 levels of brightness",
        remedy: "give a number from 0 to 15, or `off`")
    }
    return number
  }

  static func quiet(_ text: String, field: String) throws(InvalidValue) -> QuietHours {
    if text == off { return .off }
    if text == "on" { return .on }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { LocalTime(String($0)) }
    guard ends.count == 2, let from = ends[0], let to = ends[1], from != to else {
      throw InvalidValue(
        field: field, value: text, reason: "it is neither on, off, nor from one time of day to another",
        remedy: "give `on`, `off`, or hours like 22:00-07:00")
    }
    return .daily(from: from, to: to)
  }

  static func pause(_ text: String, field: String) throws(InvalidValue) -> LocalDate? {
    if text == off { return nil }
    guard let date = LocalDate(text) else {
      throw InvalidValue(
        field: field, value: text, reason: "there is no such date", remedy: "give a date like 2026-12-27, or `off`")
    }
    return try DateText.checked(date, text, field: field)
  }

  static func bedtime(_ text: String, field: String) throws(InvalidValue) -> LocalTime? {
    if text == off { return nil }
    guard let time = LocalTime(text) else {
      throw InvalidValue(
        field: field, value: text, reason: "it is no time of day", remedy: "give a time like 21:30, or `off`")
    }
    return time
  }

  static func clockSource(_ text: String, field: String) throws(InvalidValue) -> Settings.ClockSource {
    guard let source = Settings.ClockSource(rawValue: text) else {
      throw InvalidValue(
        field: field, value: text, reason: "nothing else is known to keep the time", remedy: "give `ntp` or `battery`")
    }
    return source
  }

  static func isOn(_ text: String, field: String) throws(InvalidValue) -> Bool {
    guard text == on || text == off else {
      throw InvalidValue(
        field: field, value: text, reason: "it is neither on nor off", remedy: "give `on` or `off`")
    }
    return text == on
  }

  static let on = "on"
  /// The word for what is not wanted.
  static let off = "off"
  static func onOrOff(_ value: Bool) -> String { value ? on : off }
  static func orOff(_ number: Int) -> String { number == 0 ? off : String(number) }
  static func orOff(_ duration: Duration) -> String { duration == .zero ? off : DurationText.format(duration) }

  /// A name for people: an alarm's label or a card's name, at most 100 characters, none of them a control character.
  static func name(_ text: String, field: String, mayBeEmpty: Bool) throws(InvalidValue) -> String {
    let controls = text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
      default: isDirectionOverride(scalar)
      }
    }
    guard !controls else {
      throw InvalidValue(
        field: field, value: String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }),
        reason: "it contains control characters, which could garble the display and the terminal",
        remedy: "give plain text without line breaks or tabs")
    }
    guard text.count <= Alarm.longestLabel else {
      throw InvalidValue(
        field: field, value: String(text.prefix(20)) + "…",
        reason: "it is \(text.count) characters long, and at most \(Alarm.longestLabel) fit",
        remedy: "shorten it")
    }
    // One character can carry any number of combining marks.
    guard text.utf8.count <= 8 * Alarm.longestLabel else {
      throw InvalidValue(
        field: field, value: String(text.prefix(20)) + "…", reason: "it takes more than 800 bytes",
        remedy: "shorten it")
    }
    guard mayBeEmpty || text.contains(where: { !$0.isWhitespace }) else {
      throw InvalidValue(field: field, value: text, reason: "it is empty", remedy: "give a name, as in `bathroom`")
    }
    return text
  }

  /// Characters that turn the direction of the text after them (Unicode Bidirectional Algorithm, UAX #9).
  private static func isDirectionOverride(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  private static func duration(
    _ text: String, field: String, in allowed: ClosedRange<Duration>, range: String
  ) throws(InvalidValue) -> Duration {
    let duration = try DurationText.parse(text, field: field)
    guard allowed.contains(duration) else {
      throw InvalidValue(
        field: field, value: text, reason: "it has to be from \(range)", remedy: "give a duration in that range")
    }
    return duration
  }

  /// ASCII digits alone: no sign, no spaces.
  private static func wholeNumber(_ text: String) -> Int? {
    text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }
}

/// Checks a label or a card's name.
public func checkedName(_ text: String, field: String, mayBeEmpty: Bool = true) throws(InvalidValue) -> String {
  try FieldText.name(text, field: field, mayBeEmpty: mayBeEmpty)
}
