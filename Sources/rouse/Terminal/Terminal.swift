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

  /// Returns the number of columns that a text takes.
  static func width(_ text: String) -> Int { DisplayWidth.of(text) }
}

extension String {
  /// Adds spaces at the end, or before the text, up to `columns`.
  func padded(to columns: Int, isRight: Bool = false, width: (String) -> Int = Terminal.width) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - width(self)))
    return isRight ? spaces + self : self + spaces
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, each where it comes first.
  var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
