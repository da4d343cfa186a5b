import Glibc

/// How output looks where it goes.
struct Style {
  /// Colour never carries meaning alone: the words say the same.
  var isColoured = false
  /// What introduces a control sequence.
  var escape = "\u{1B}"
  /// How wide the screen is; nil: lines may be as long as they are.
  var columns: Int?
  /// One sentence a row, nothing drawn and nothing drawn anew: for who listens to it.
  var isPlain = false

  /// As stdout asks for it.
  static let output = Style(
    isColoured: Terminal.isOutput && (environment("NO_COLOR") ?? "").isEmpty && !isPlainAsked,
    escape: Output.own("\u{1B}"), columns: Terminal.isOutput && !isPlainAsked ? Terminal.size.columns : nil,
    isPlain: isPlainAsked)

  /// The same on a screen that may have another width by now.
  var fitting: Style {
    var style = self
    if columns != nil { style.columns = Terminal.size.columns }
    return style
  }

  /// Colour only on a terminal that has it, and not against NO_COLOR (no-color.org: set and not empty).
  private static let isPlainAsked =
    environment("TERM") == "dumb" || !["", "0"].contains(environment("ROUSE_PLAIN") ?? "")
    || CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains(plainFlag)

  private static let plainFlag = "--plain"

  /// A command line without the flag, which goes with every verb.
  static func withoutPlain(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].filter { $0 != plainFlag } + arguments[end...]
  }

  func red(_ text: String) -> String { wrap(text, "1;31") }
  func yellow(_ text: String) -> String { wrap(text, "1;33") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func underlined(_ text: String) -> String { wrap(text, "4") }

  /// Select Graphic Rendition (ECMA-48, 8.3.117).
  private func wrap(_ text: String, _ parameters: String) -> String {
    isColoured ? "\(escape)[\(parameters)m\(text)\(escape)[0m" : text
  }

  /// How many columns a text takes that may be coloured.
  func width(_ text: String) -> Int {
    guard isColoured, text.contains(escape) else { return Terminal.width(text) }
    let parts = text.split(separator: escape, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(Terminal.width(String(parts[0]))) { width, part in
      width + Terminal.width(String(part.drop { $0 != "m" }.dropFirst()))
    }
  }

  /// Text on this screen.
  func wrapped(_ text: String, first: String = "", next: String = "") -> String {
    Wrapping.wrapped(text, columns, first: first, next: next, width: width)
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
