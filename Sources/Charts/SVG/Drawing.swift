/// Options for drawing a chart as SVG.
public struct Drawing: Hashable, Sendable {
  public enum Scheme: Hashable, Sendable {
    /// Light or dark as the reader prefers; light for programs that ignore style sheets.
    case automatic
    /// Fixed colors for pictures: without a style sheet, and without text that grows on narrow screens.
    case light, dark
  }

  /// Prefix of all ids in the drawing. Two drawings on one page need different ones.
  public var id: String
  /// User units, 280...1600: CSS pixels if the drawing is not scaled.
  public var width: Double
  public var scheme: Scheme
  /// Whether title, sentence and notes are drawn as text, too. A page has its own next to the drawing.
  public var hasHeading: Bool
  /// Whether the style sheet is included. A page that contains `Palette.css` does not need it.
  public var hasStyle: Bool

  public init(
    id: String, width: Double = 640, scheme: Scheme = .automatic, hasHeading: Bool = true, hasStyle: Bool = true
  ) {
    (self.id, self.width, self.scheme) = (id, width, scheme)
    (self.hasHeading, self.hasStyle) = (hasHeading, hasStyle)
  }
}

extension Chart {
  /// Returns an SVG 1.1 document element that scales to its box, for a file or as a part of a page.
  ///
  /// It has the role of an image, with a title, and with a description if `hasHeading`. Each series is a group with its
  /// number in `data-series`; each marked value has the class `mark` and a title with its words. A script that makes
  /// marks focusable must first give the element the role `group`, and its marks the role `img`. The drawing has no
  /// script and loads nothing.
  public func svg(_ drawing: Drawing) -> String {
    var writer = SVGWriter(drawing)
    if drawing.hasHeading { writer.heading(self) }
    switch plot {
    case .line(let plot): writer.draw(plot)
    case .bars(let plot): writer.draw(plot)
    case .gauges(let gauges): writer.draw(gauges)
    case .heatMap(let map): writer.draw(map)
    case .scatter(let plot): writer.draw(plot)
    }
    if drawing.hasHeading { writer.notes(notes) }
    let description = ([sentence] + notes).joined(separator: " ")
    return writer.document(title: title, description: drawing.hasHeading ? description : nil)
  }
}
