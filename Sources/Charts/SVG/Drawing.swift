/// Options for drawing a chart as SVG.
public struct Drawing: Hashable, Sendable {
  public enum Purpose: Sendable {
    /// A file with all texts and a style sheet: light or dark as the reader prefers, and light in programs that ignore
    /// style sheets.
    case file
    /// A part of a page that contains `Palette.css`, and title, sentence and notes next to the drawing.
    case page
    /// A picture with all texts: light, without a style sheet, and without text that grows on narrow screens.
    case picture
  }

  /// Prefix of all ids in the drawing. Two drawings on one page need different ones.
  public var id: String
  /// User units, 280...1600: CSS pixels if the drawing is not scaled.
  public var width: Double
  public var purpose: Purpose

  public init(id: String, width: Double = 640, for purpose: Purpose = .file) {
    self.id = id
    self.width = width
    self.purpose = purpose
  }
}

extension Chart {
  /// Returns an SVG 1.1 document element that scales to its box, for a file or as a part of a page.
  ///
  /// It has the role of an image, with a title, and with a description unless it is part of a page. Each series is a
  /// group with its number in `data-series`; each marked value has the class `mark` and a title with its words. A script
  /// that makes marks focusable must first give the element the role `group`, and its marks the role `img`. The drawing
  /// has no script and loads nothing.
  public func svg(_ drawing: Drawing) -> String {
    var writer = SVGWriter(drawing)
    let hasTexts = drawing.purpose != .page
    if hasTexts { writer.heading(self) }
    switch plot {
    case .line(let plot): writer.drawLines(plot)
    case .bars(let plot): writer.draw(plot)
    case .gauges(let gauges): writer.draw(gauges)
    case .heatMap(let map): writer.draw(map)
    case .scatter(let plot): writer.drawDots(plot)
    }
    if hasTexts { writer.notes(notes) }
    let description = ([sentence] + notes).joined(separator: " ")
    return writer.document(title: title, description: hasTexts ? description : nil)
  }
}
