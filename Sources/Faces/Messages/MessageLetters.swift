import Hardware

/// What a display draws for a character of a message.
enum MessageLetters {
  /// What stands for it, of characters that the display has a shape for, points and blanks; whether it is the
  /// character itself, in whichever case.
  static func drawing(of character: Character, on segments: DisplayShape.Segments) -> (text: String, isExact: Bool) {
    if character.isWhitespace { return (" ", true) }
    if character == "." || segments.draws(character) { return (String(character), true) }
    let tables = segments == .seven ? [sevenSegments, common] : [fourteenSegments, common]
    for table in tables {
      if let text = table[character] { return (text, false) }
    }
    // A letter under marks is drawn as the letter. (A character may have a thousand marks: the first scalar is looked at.)
    guard let base = character.unicodeScalars.first.flatMap(letter), base != character else { return (" ", false) }
    return (drawing(of: base, on: segments).text, false)
  }

  /// `é` is LATIN SMALL LETTER E WITH ACUTE: its letter is e. nil: it is no Latin letter, and no character of ASCII.
  private static func letter(_ scalar: Unicode.Scalar) -> Character? {
    if scalar.isASCII { return Character(scalar) }
    guard let name = scalar.properties.name else { return nil }
    for (beginning, isCapital) in [("LATIN SMALL LETTER ", false), ("LATIN CAPITAL LETTER ", true)]
    where name.hasPrefix(beginning) {
      let words = name.dropFirst(beginning.count).split(separator: " ")
      guard let first = words.first, first.count == 1, words.count == 1 || words[1] == "WITH" else { return nil }
      return Character(isCapital ? String(first) : first.lowercased())
    }
    return nil
  }

  /// On any display. A colon is never lit by a message: it belongs to the time.
  private static let common: [Character: String] = [
    ":": ".", "~": "-", "–": "-", "—": "-", "…": "...", "€": "E", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE",
    "œ": "oe", "Œ": "OE", "ı": "i", "þ": "th", "Þ": "Th", "ð": "d",
  ]

  /// `rn` reads as m and `uu` as w, better than any single digit does.
  private static let sevenSegments: [Character: String] = [
    "k": "h", "K": "h", "m": "rn", "M": "rn", "v": "u", "V": "U", "w": "uu", "W": "UU", "x": "H", "X": "H",
    ",": ".", ";": ".", "!": ".", "?": ".", "/": "-", "\\": "-", "=": "-", "(": "-", ")": "-", "[": "-", "]": "-",
    "'": "", "’": "", "‘": "", "\"": "", "“": "", "”": "", "„": "",
  ]

  private static let fourteenSegments: [Character: String] = [
    "’": "'", "‘": "'", "“": "\"", "”": "\"", "„": "\"",
  ]
}
