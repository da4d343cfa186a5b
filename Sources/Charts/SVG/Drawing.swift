/// How a chart is drawn as SVG.
public struct Drawing: Hashable, Sendable {
  public enum Scheme: Hashable, Sendable {
    /// Light or dark as the reader has it; light for programs that do not know of it.
    case automatic
    /// Colours that are fixed, for pictures: no style sheet, and no text that grows on narrow screens.
    case light, dark
  }

  /// All ids in the drawing begin with it. Two drawings on one page need different ones.
  public var id: String
  /// In user units: CSS pixels where it is not scaled. 280...1600.
  public var width: Double
  public var scheme: Scheme
  /// Title, sentence and notes as visible text too; a page has them beside the drawing.
  public var hasHeading: Bool
  /// Whether the style sheet is in it. A page that has `Palette.css` needs no other.
  public var hasStyle: Bool

  public init(
    id: String, width: Double = 640, scheme: Scheme = .automatic, hasHeading: Bool = true, hasStyle: Bool = true
  ) {
    (self.id, self.width, self.scheme) = (id, width, scheme)
    (self.hasHeading, self.hasStyle) = (hasHeading, hasStyle)
  }
}

extension Chart {
  /// An SVG 1.1 document element, which scales to its box: a file of its own, or a part of a page.
  ///
  /// It has the role of an image, with a title, and a description where no page has it beside the drawing. Each series is a group with `data-series`, its number; each
  /// value that is marked has the class `mark` and a title that says it. A page's script that makes marks focusable has to
  /// give the element the role `group` first, and its marks the role `img`. There is no script in it, and nothing is
  /// fetched.
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
