/// How a chart looks on a terminal.
public struct TerminalStyle: Hashable, Sendable {
  /// Colours beside shapes; they never say anything alone.
  public var isColoured: Bool
  /// Words alone: a table in place of the drawing, without blocks, for who listens to it.
  public var isPlain: Bool
  /// What introduces a control sequence.
  public var escape: String

  public init(isColoured: Bool = false, isPlain: Bool = false, escape: String = "\u{1B}") {
    (self.isColoured, self.isPlain, self.escape) = (isColoured, isPlain, escape)
  }

  /// What text is for; the colours are those that show on light and dark terminals.
  enum Role: Hashable {
    case title, beside
    case series(Int)
    case outlier
  }

  /// Select Graphic Rendition (ECMA-48, 8.3.117).
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
