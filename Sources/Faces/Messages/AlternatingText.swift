import Hardware

/// A text that takes turns with the time, such as the label of an alarm, as the pages that a display shows one after the other.
public struct AlternatingText: Hashable, Sendable {
  /// In characters; the rest of a text is not shown.
  public static let longest = 24
  /// How long a page, or the time, is shown: two flashes.
  public static let pageLength: Duration = .seconds(2)

  /// As `DisplayFace.text`; empty if the display cannot form the text, or if it would pass for a time or for a word that the
  /// clock itself shows.
  public let pages: [String]

  public init(_ text: String, on shape: DisplayShape) {
    let text = String(text.prefix(Self.longest))
    do { pages = Self.pages(of: MessageDrawing(try Message.text(text, on: shape), on: shape).cells, on: shape) } catch {
      pages = []
    }
  }

  /// Breaks lines at blanks where a page has one.
  private static func pages(of cells: [String], on shape: DisplayShape) -> [String] {
    var (rest, pages) = (cells[...], [String]())
    while true {
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty else { return pages }
      var page = rest.prefix(shape.digits)
      if page.endIndex < rest.endIndex, rest[page.endIndex] != " ", let blank = page.lastIndex(of: " ") {
        page = page[..<blank]
      }
      rest = rest[page.endIndex...]
      pages.append(page.joined())
    }
  }

  /// The page of a moment, or `nil` while the time has its turn; and how long that holds.
  ///
  /// - Parameter elapsed: since the time began to alternate with these pages.
  public static func turn(of pages: [String], after elapsed: Duration) -> (page: String?, left: Duration) {
    let elapsed = max(.zero, elapsed)
    let count = Int(elapsed / pageLength)
    let turn = count % (pages.count + 1)
    return (turn == 0 ? nil : pages[turn - 1], pageLength * (count + 1) - elapsed)
  }
}
