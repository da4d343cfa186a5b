/// A card's name in large letters, broken into lines so that the letters are as large as possible.
struct CardName: Hashable, Sendable {
  let text: String

  /// The distance between baselines, relative to the letter size.
  static let lineHeight = 1.15
  /// More lines would make the letters too small to read in the dark.
  private static let mostLines = 4

  /// Returns the lines, and the letter size in the unit of `width` and `height`.
  func layout(width: Double, height: Double) -> (lines: [String], size: Double) {
    var best = (lines: [text], size: 0.0)
    for count in 1...Self.mostLines {
      let lines = broken(into: count)
      let longest = lines.map(Self.width).max() ?? 0
      let size = min(height / (Self.lineHeight * Double(lines.count)), width / max(longest, 0.1))
      if size > best.size { best = (lines, size) }
    }
    return best
  }

  /// Breaks the text into up to `count` similar lines, at spaces or within a word that is longer than a line.
  private func broken(into count: Int) -> [String] {
    let room = Self.width(text) / Double(count) * 1.1
    var lines = [""]
    for word in text.split(separator: " ") {
      var line = lines.removeLast()
      if !line.isEmpty, Self.width(line + " " + word) > room, lines.count + 1 < count {
        lines.append(line)
        line = ""
      } else if !line.isEmpty {
        line += " "
      }
      for letter in word {
        if !line.isEmpty, Self.width(line) + Self.width(letter) > room, lines.count + 1 < count,
          Self.width(String(word)) > room
        {
          lines.append(line)
          line = ""
        }
        line.append(letter)
      }
      lines.append(line)
    }
    return lines
  }

  /// Returns the width relative to the letter size in the widest of the usual bold fonts, because the font is unknown.
  private static func width(_ text: String) -> Double { text.reduce(0) { $0 + width($1) } }

  private static func width(_ letter: Character) -> Double {
    guard let ascii = letter.asciiValue else {
      return letter.unicodeScalars.first.map { $0.value < 0x1100 ? 0.9 : 1.15 } ?? 0
    }
    switch Character(Unicode.Scalar(ascii)) {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": return 0.42
    case "m", "w", "M", "W", "@", "%": return 1.13
    case "A"..."Z", "#", "&", "+", "<", ">", "=", "~", "^": return 0.88
    default: return 0.73
    }
  }
}
