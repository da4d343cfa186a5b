import Hardware

enum MessageLetters {
  /// Returns drawable characters, points and blanks for `character`, and whether they show the character itself (in
  /// either case).
  static func drawing(of character: Character, on segments: DisplayShape.Segments) -> (text: String, isExact: Bool) {
    if character.isWhitespace { return (" ", true) }
    if character == "." || segments.draws(character) { return (String(character), true) }
    let tables = segments == .seven ? [sevenSegments, common] : [fourteenSegments, common]
    for table in tables {
      if let text = table[character] { return (text, false) }
    }
    // Accented letters are drawn without accents. A character may have a thousand marks, so only its first scalar is
    // examined.
    guard let base = character.unicodeScalars.first.flatMap(letter), base != character else { return (" ", false) }
    return (drawing(of: base, on: segments).text, false)
  }

  /// Returns the base letter by Unicode name: e for LATIN SMALL LETTER E WITH ACUTE. ASCII characters are returned as
  /// they are; `nil` for anything else.
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

  /// Substitutes on all displays. A message never lights a colon, which belongs to the time.
  private static let common: [Character: String] = [
    ":": ".", "~": "-", "–": "-", "—": "-", "…": "...", "€": "E", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE",
    "œ": "oe", "Œ": "OE", "ı": "i", "þ": "th", "Þ": "Th", "ð": "d",
  ]

  /// `rn` reads as m and `uu` as w better than any single digit.
  private static let sevenSegments: [Character: String] = [
    "k": "h", "K": "h", "m": "rn", "M": "rn", "v": "u", "V": "U", "w": "uu", "W": "UU", "x": "H", "X": "H",
    ",": ".", ";": ".", "!": ".", "?": ".", "/": "-", "\\": "-", "=": "-", "(": "-", ")": "-", "[": "-", "]": "-",
    "'": "", "’": "", "‘": "", "\"": "", "“": "", "”": "", "„": "",
  ]

  private static let fourteenSegments: [Character: String] = [
    "’": "'", "‘": "'", "“": "\"", "”": "\"", "„": "\"",
  ]
}
