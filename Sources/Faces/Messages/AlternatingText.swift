import Hardware

/// A text that alternates with the time, such as the label of an alarm, split into pages for a display.
public struct AlternatingText: Hashable, Sendable {
  /// In characters; longer texts are cut.
  public static let longest = 24
  /// How long each page, or the time, is shown: two flashes.
  public static let pageLength: Duration = .seconds(2)

  /// Formatted like `DisplayFace.text`; empty if it cannot be drawn, or would pass for a time or a word of the clock.
  public let pages: [String]

  public init(_ text: String, on shape: DisplayShape) {
    var rest: ArraySlice<String>
    do {
      rest = MessageDrawing(try Message.text(String(text.prefix(Self.longest)), on: shape), on: shape).cells[...]
    } catch {
      rest = []
    }
    var pages: [String] = []
    // Split at blanks where possible.
    while let start = rest.firstIndex(where: { $0 != " " }) {
      rest = rest[start...]
      var page = rest.prefix(shape.digits)
      if page.endIndex < rest.endIndex, rest[page.endIndex] != " ", let blank = page.lastIndex(of: " ") {
        page = page[..<blank]
      }
      rest = rest[page.endIndex...]
      pages.append(page.joined())
    }
    self.pages = pages
  }

  /// Returns the page or `nil` for the time, and how long it holds, `elapsed` after the time began to alternate.
  public static func turn(of pages: [String], after elapsed: Duration) -> (page: String?, left: Duration) {
    let elapsed = max(.zero, elapsed)
    let count = Int(elapsed / pageLength)
    let turn = count % (pages.count + 1)
    return (turn == 0 ? nil : pages[turn - 1], pageLength * (count + 1) - elapsed)
  }
}
