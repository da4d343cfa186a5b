import Hardware

/// A text as the display draws it.
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
    var layout = Layout(hasPoints: shape.dots.isSuperset(of: 1...max(1, shape.digits)))
    var replacements: [Replacement] = []
    for character in text {
      let (drawn, isExact) = MessageLetters.drawing(of: character, on: shape.segments)
      if !isExact, !replacements.contains(where: { $0.character == character }) {
        replacements.append(Replacement(character: character, drawn: drawn))
      }
      for part in drawn { layout.append(part) }
    }
    if layout.cells.last == " " { layout.cells.removeLast() }
    cells = layout.cells
    self.replacements = replacements
  }

  private struct Layout {
    let hasPoints: Bool
    var cells: [String] = []
    /// Whether a point awaits the next character on a display without points: it becomes a dash within `7.30`, and is
    /// dropped at an end.
    var isPointWaiting = false

    mutating func append(_ character: Character) {
      switch character {
      case ".": hasPoints ? light() : wait()
      case " ":
        isPointWaiting = false
        if let last = cells.last, last != " " { cells.append(" ") }
      default:
        if isPointWaiting { cells.append("-") }
        isPointWaiting = false
        cells.append(String(character))
      }
    }

    private mutating func light() {
      if let last = cells.last, !last.hasSuffix(".") { cells[cells.count - 1] += "." } else { cells.append(" .") }
    }

    private mutating func wait() { isPointWaiting = cells.last.map { $0 != " " } ?? false }
  }
}
