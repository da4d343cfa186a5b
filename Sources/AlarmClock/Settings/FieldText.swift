import PlainText

/// Reads user input other than settings and reports what is wrong with it.
///
/// `field` is the name that the user typed it under (`--volume`, `volume`), for the message.
public enum FieldText {
  /// Reads 0 to 100 percent, with or without `%`.
  public static func volume(_ text: String, field: String) throws(InvalidValue) -> Int {
    try Form.percent.parse(TypedValue(text, field: field))
  }

  /// Checks that a text can be a sound id: 1 to 80 lowercase letters, digits and `-`.
  static func checkSoundID(_ text: String, field: String) throws(InvalidValue) {
    let isID = text.utf8.allSatisfy { byte in
      byte.isASCIIDigit || byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    guard isID, (1...80).contains(text.utf8.count) else {
      throw TypedValue(text, field: field).refusal("there is no such sound", "see `rouse sound list`")
    }
  }
}

/// Checks an alarm's label or a card's name: at most 100 characters, all of them visible.
public func checkedName(_ text: String, field: String, mayBeEmpty: Bool = true) throws(InvalidValue) -> String {
  let typed = TypedValue(text, field: field)
  let cut = TypedValue(String(text.prefix(20)) + "…", field: field)
  guard text.printable() == text else {
    throw typed.refusal(
      "it contains invisible or control characters, which could garble the display and the terminal",
      "give plain text without line breaks or tabs")
  }
  guard text.count <= Alarm.longestLabel else {
    throw cut.refusal("it is \(text.count) characters long; the limit is \(Alarm.longestLabel)", "shorten it")
  }
  guard text.utf8.count <= Alarm.longestLabelInBytes else {
    throw cut.refusal("it is longer than \(Alarm.longestLabelInBytes) bytes", "shorten it")
  }
  guard mayBeEmpty || text.contains(where: { !$0.isWhitespace }) else {
    throw typed.refusal("it is empty", "give a name like `bathroom`")
  }
  return text
}
