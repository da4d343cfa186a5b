import Hardware

/// A text as a display draws it.
public struct MessageDrawing: Hashable, Sendable {
  /// Something that the display cannot draw.
  public struct Replacement: Hashable, Sendable {
    public var character: Character
    /// What it draws in its place; blank or empty: nothing.
    public var drawn: String
  }

  /// Digit by digit from the left: a character, with the point behind it where there is one.
  public let cells: [String]
  /// Each once, in the order of the text.
  public let replacements: [Replacement]

  /// All of it, however wide.
  public var text: String { cells.joined() }

  /// Blanks at its ends go, and of several in a row one stays.
  public init(_ text: String, on shape: DisplayShape) {
    // A text goes past every digit: one without a point has none for it anywhere.
    var layout = Layout(hasPoints: shape.dots.isSuperset(of: 1...max(1, shape.digits)))
    var replacements: [Replacement] = []
    for character in text {
      let (drawn, isExact) = MessageLetters.drawing(of: character, on: shape.segments)
      if !isExact, !replacements.contains(where: { $0.character == character }) {
        replacements.append(Replacement(character: character, drawn: drawn))
      }
      for part in drawn { layout.append(part) }
    }
    layout.trim()
    cells = layout.cells
    self.replacements = replacements
  }

  /// Puts characters into digits.
  private struct Layout {
    let hasPoints: Bool
    var cells: [String] = []
    /// A point waits for what comes after it, where no digit has one: within `7.30` it is a dash, at an end nothing.
    private var isPointWaiting = false

    init(hasPoints: Bool) { self.hasPoints = hasPoints }

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

    /// Lights the point of the digit before, or of a dark one where that is lit already.
    private mutating func light() {
      if let last = cells.last, !last.hasSuffix(".") { cells[cells.count - 1] += "." } else { cells.append(" .") }
    }

    private mutating func wait() { isPointWaiting = cells.last.map { $0 != " " } ?? false }

    mutating func trim() { if cells.last == " " { cells.removeLast() } }
  }
}
