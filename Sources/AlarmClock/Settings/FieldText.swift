import PlainText

/// Reads user input other than settings and reports what is wrong with it.
///
/// `field` is the name that the user typed it under (`--volume`, `volume`), for the message.
public enum FieldText {
  /// Reads 0 to 100 percent, with or without `%`.
  public static func volume(_ text: String, field: String) throws(InvalidValue) -> Int {
    try Form.percent.parse(TypedValue(text, field: field))
  }

  static func timerLength(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try Form.span(Timer.lengths, "1s to 24h").parse(TypedValue(text, field: field))
  }

  /// Checks that a text can be a sound id: 1 to 80 lowercase letters, digits and `-`.
  static func checkSoundID(_ text: String, field: String) throws(InvalidValue) {
    let isID = text.utf8.allSatisfy { byte in
      byte.isASCIIDigit || byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    guard isID, (1...80).contains(text.utf8.count) else {
      throw InvalidValue(
        field: field, value: text, reason: "no sound is called that", remedy: "see `rouse sound list`")
    }
  }

  /// Checks an alarm's label or a card's name: at most 100 characters, all of them visible.
  static func name(_ text: String, field: String, mayBeEmpty: Bool) throws(InvalidValue) -> String {
    guard text.printable() == text else {
      throw InvalidValue(
        field: field, value: text,
        reason: "it contains invisible or control characters, which could garble the display and the terminal",
        remedy: "give plain text without line breaks or tabs")
    }
    guard text.count <= Alarm.longestLabel else {
      throw InvalidValue(
        field: field, value: String(text.prefix(20)) + "…",
        reason: "it is \(text.count) characters long, and at most \(Alarm.longestLabel) fit",
        remedy: "shorten it")
    }
    guard text.utf8.count <= Alarm.longestLabelInBytes else {
      throw InvalidValue(
        field: field, value: String(text.prefix(20)) + "…",
        reason: "it takes more than \(Alarm.longestLabelInBytes) bytes",
        remedy: "shorten it")
    }
    guard mayBeEmpty || text.contains(where: { !$0.isWhitespace }) else {
      throw InvalidValue(field: field, value: text, reason: "it is empty", remedy: "give a name, as in `bathroom`")
    }
    return text
  }
}

public func checkedName(_ text: String, field: String, mayBeEmpty: Bool = true) throws(InvalidValue) -> String {
  try FieldText.name(text, field: field, mayBeEmpty: mayBeEmpty)
}
