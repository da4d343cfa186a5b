/// Options for drawing a chart on a terminal.
public struct TerminalStyle: Hashable, Sendable {
  /// Whether shapes are colored, too. Colors never carry meaning alone.
  public var isColoured: Bool
  /// Whether to print a table instead of a drawing, for a screen reader.
  public var isPlain: Bool
  /// Start of a control sequence.
  public var escape: String

  public init(isColoured: Bool = false, isPlain: Bool = false, escape: String = "\u{1B}") {
    (self.isColoured, self.isPlain, self.escape) = (isColoured, isPlain, escape)
  }

  /// Purpose of text. The colors are visible on light and dark terminals.
  enum Role: Hashable {
    case title, beside
    case series(Int)
    case outlier
  }

  /// Adds Select Graphic Rendition (ECMA-48, 8.3.117).
  func painted(_ text: String, _ role: Role?) -> String {
    guard isColoured, !isPlain, let role, !text.isEmpty else { return text }
    let parameter =
      switch role {
      case .title: "1"
      case .beside: "2"
      case .outlier: "1;31"
      case .series(let index): ["36", "33", "35", "32"][index % 4]
      }
    return "\(escape)[\(parameter)m\(text)\(escape)[0m"
  }
}
