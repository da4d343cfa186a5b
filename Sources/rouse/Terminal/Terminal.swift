import Glibc
import PlainText

/// Properties of the terminal, and the width of text on it.
enum Terminal {
  static let isOutput = isatty(STDOUT_FILENO) == 1

  /// Whether the program may draw, and redraw, on stdout.
  static let isDrawnOn = isOutput && !Style.output.isPlain

  /// Size of stdout's terminal, or 80 by 24 if it is unknown.
  static var size: (columns: Int, rows: Int) {
    size(of: STDOUT_FILENO) ?? (80, 24)
  }

  /// Width of stderr's terminal; `nil` if it is none, or if plain output is requested.
  static var errorColumns: Int? {
    Style.output.isPlain || isatty(STDERR_FILENO) == 0 ? nil : size(of: STDERR_FILENO)?.columns
  }

  private static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Returns outside text as one line; `?` replaces control characters and line ends.
  static func printable(_ text: String) -> String { text.printable() }

  /// Returns the number of columns: 0 for combining characters, 2 for emoji and East Asian wide characters (the large
  /// blocks of UAX #11), otherwise 1.
  static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + width($1) }
  }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isEmoji = first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
    return isEmoji || wideBlocks.contains { $0.contains(first.value) } ? 2 : 1
  }

  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
