import Hardware

public struct MessageDrawing: Hashable, Sendable {
  /// A character that the display cannot draw, and its substitute.
  public struct Replacement: Hashable, Sendable {
    public var character: Character
    /// Blank or empty if nothing is drawn.
    public var drawn: String
  }

  /// One element for each digit from the left: a character, and its point if lit.
  public let cells: [String]
  /// Each character once, in order of appearance.
  public let replacements: [Replacement]

  public var text: String { cells.joined() }

  /// Removes blanks at both ends and collapses runs of them.
  public init(_ text: String, on shape: DisplayShape) {
    // A text scrolls across all digits, so it has points only if every digit has one.
    let hasPoints = shape.dots.isSuperset(of: 1...max(1, shape.digits))
    var cells: [String] = []
    // Without points, one becomes a dash within `7.30`, and is dropped at an end.
    var isPointWaiting = false
    var replacements: [Replacement] = []
    for character in text {
      let (drawn, isExact) = MessageLetters.drawing(of: character, on: shape.segments)
      if !isExact, !replacements.contains(where: { $0.character == character }) {
        replacements.append(Replacement(character: character, drawn: drawn))
      }
      for part in drawn {
        switch part {
        case "." where !hasPoints: isPointWaiting = cells.last.map { $0 != " " } ?? false
        case ".":
          if let last = cells.last, !last.hasSuffix(".") { cells[cells.count - 1] += "." } else { cells.append(" .") }
        case " ":
          isPointWaiting = false
          if let last = cells.last, last != " " { cells.append(" ") }
        default:
          if isPointWaiting { cells.append("-") }
          isPointWaiting = false
          cells.append(String(part))
        }
      }
    }
    if cells.last == " " { cells.removeLast() }
    self.cells = cells
    self.replacements = replacements
  }
}

enum MessageLetters {
  /// Returns drawable characters, points and blanks, and whether they show `character` itself, in either case.
  static func drawing(of character: Character, on segments: DisplayShape.Segments) -> (text: String, isExact: Bool) {
    if character.isWhitespace { return (" ", true) }
    if character == "." || segments.draws(character) { return (String(character), true) }
    let own = segments == .seven ? sevenSegments : fourteenSegments
    if let text = own[character] ?? common[character] { return (text, false) }
    // Accents are not drawn. A character may have a thousand marks, so only its first scalar is examined.
    guard let base = character.unicodeScalars.first.flatMap(letter), base != character else { return (" ", false) }
    return (drawing(of: base, on: segments).text, false)
  }

  /// Returns the letter by Unicode name: e for LATIN SMALL LETTER E WITH ACUTE; ASCII as it is; otherwise `nil`.
  private static func letter(_ scalar: Unicode.Scalar) -> Character? {
    if scalar.isASCII { return Character(scalar) }
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count == 4 || words.count > 4 && words[4] == "WITH", words[0] == "LATIN", words[2] == "LETTER",
      ["SMALL", "CAPITAL"].contains(words[1]), words[3].count == 1
    else { return nil }
    return Character(words[1] == "CAPITAL" ? String(words[3]) : words[3].lowercased())
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
