/// The shapes that distinguish series without color.
enum Markers {
  /// Dash patterns of lines, in user units: drawn, left out, and so on.
  private static let dashes = ["", "7 4", "2 4", "9 3 2 3"]
  /// Paths around 0, 0, about 8 wide.
  private static let shapes = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.5-3.5h7v7h-7z", "M0-4.6L4.4 3.2h-8.8z", "M0-5L4.6 0 0 5-4.6 0z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z", "M0 4.6L4.4-3.2h-8.8z",
  ]
  private static let ring = "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0z"
  /// A value between two markers.
  private static let dot = "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"

  static func dash(_ series: Int) -> String {
    let dash = dashes[series % dashes.count]
    return dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
  }

  static func shape(_ series: Int) -> String { shapes[series % shapes.count] }

  /// Defines shapes for reuse by id: `id-m` for values, `id-d` for values without a marker, `id-o` around outliers.
  static func define(_ count: Int, hasOutliers: Bool, in writer: inout SVGWriter) {
    for index in 0..<min(count, shapes.count) {
      writer.define("<path id=\"\(writer.id)-m\(index)\" d=\"\(shapes[index])\"/>")
    }
    writer.define("<path id=\"\(writer.id)-d\" stroke=\"none\" d=\"\(dot)\"/>")
    if hasOutliers {
      writer.define("<path id=\"\(writer.id)-o\" stroke-width=\"1.5\" d=\"\(ring)\"/>")
    }
  }

  static func reference(_ series: Int, isDot: Bool = false, in writer: SVGWriter) -> String {
    isDot ? "href=\"#\(writer.id)-d\"" : "href=\"#\(writer.id)-m\(series % shapes.count)\""
  }

  /// Opens the group of a series. Its members inherit its color, and an edge that separates them.
  static func group(_ series: Int, in writer: SVGWriter) -> String {
    "<g data-series=\"\(series)\" \(writer.paint(fill: .series(series), line: .surface, classes: "series"))>\n"
  }
}

extension SVGWriter {
  /// Draws a value as a marker with its words.
  ///
  /// - Parameter name: the beginning of the words.
  mutating func mark(
    _ point: Point, _ place: Thinning.Place, _ reference: String, _ name: String, _ x: Axis, _ y: Axis
  ) {
    let words = "\(name)\(x.unit.text(point.x)): \(y.unit.text(point.y ?? 0))\(point.isOutlier ? " (outlier)" : "")"
    mark("use", "class=\"mark\" \(reference) x=\"\(Markup.number(place.x))\" y=\"\(Markup.number(place.y))\"", words)
  }

  /// Draws entries for series, and one for outliers; nothing for a single entry, unless `isAlways`.
  ///
  /// - Parameter line: returns the dashes of a series as an attribute; `nil` if it has no line.
  mutating func legend(
    _ names: [String], hasOutliers: Bool, isAlways: Bool = false, line: (_ series: Int) -> String?
  ) {
    var entries = names.enumerated().map { index, name in
      let line =
        line(index).map { dashes in
          "<path \(paint(line: .series(index))) stroke-width=\"2\"\(dashes) d=\"M-13 0h26\"/>"
        } ?? ""
      let marker = "<path \(paint(fill: .series(index))) d=\"\(Markers.shape(index))\"/>"
      return LegendEntry(name: name, series: index, sample: line + marker)
    }
    if hasOutliers {
      entries.append(LegendEntry(name: "outlier", sample: "<use href=\"#\(id)-o\" \(outline)/>"))
    }
    if entries.count > 1 || isAlways { draw(entries) }
  }

  /// The paint of a `use` element: style rules for the place of a definition do not apply where it is used.
  private var outline: String { paint(line: .ink) }

  /// Draws rings around outliers, the largest first, and labels them while there is room.
  mutating func outliers(_ series: [Series], _ frame: Frame, _ words: (Point) -> String) {
    let all = series.enumerated().flatMap { index, series in
      series.points.filter(\.isOutlier).compactMap { point in point.place.map { (series: index, point, place: $0) } }
    }
    var labels = OutlierLabels(frame: frame, size: roomSize, width: width)
    for (series, point, place) in all.sorted(by: { $0.place.y > $1.place.y }).prefix(Self.mostOutliers) {
      let (x, y) = (frame.x(place.x), frame.y(place.y))
      // In a group, so that they disappear when a page hides the series.
      write("<g data-series=\"\(series)\" class=\"series\">")
      write("<use href=\"#\(id)-o\" \(outline) x=\"\(Markup.number(x))\" y=\"\(Markup.number(y))\"/>")
      let label = words(point)
      if let place = labels.place(label, x, y) { text(label, place.x, place.y, place.anchor, .ink, isClear: true) }
      write("</g>\n")
    }
  }

  private static let mostOutliers = 200
}

private struct OutlierLabels {
  let frame: Frame
  /// Size of the text, and width of the drawing.
  let size: Double, width: Double
  var taken: [(x: ClosedRange<Double>, y: Double)] = []

  /// More labels would hide the values.
  private static let most = 6

  /// Reserves a place next to x, y; returns `nil` if there is no room.
  mutating func place(_ label: String, _ x: Double, _ y: Double) -> (x: Double, y: Double, anchor: SVGWriter.Anchor)? {
    guard taken.count < Self.most else { return nil }
    let length = TextWidth.of(label, size: size)
    // Above the value, or beside it if that is at the top.
    var place = (
      x: min(max(x, frame.left + length / 2), width - 4 - length / 2), y: y - 13, anchor: SVGWriter.Anchor.middle
    )
    var start = place.x - length / 2
    if place.y - size < frame.top - size * 0.7 {
      let isAtRight = x + 12 + length > width - 4
      place = (x: isAtRight ? x - 12 : x + 12, y: y + SVGWriter.size * 0.35, anchor: isAtRight ? .end : .start)
      start = isAtRight ? place.x - length : place.x
    }
    let span = (start - 4)...(start + length + 4)
    let isFree = taken.allSatisfy { !$0.x.overlaps(span) || abs($0.y - place.y) >= size * 1.2 }
    guard isFree else { return nil }
    taken.append((span, place.y))
    return place
  }
}
