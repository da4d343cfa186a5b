/// The shapes by which series are told apart without colour.
enum Markers {
  /// Of lines, in user units: drawn, left out, and so on.
  private static let dashes = ["", "7 4", "2 4", "9 3 2 3"]
  /// About 8 wide, around 0, 0.
  private static let shapes = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.5-3.5h7v7h-7z", "M0-4.6L4.4 3.2h-8.8z", "M0-5L4.6 0 0 5-4.6 0z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z", "M0 4.6L4.4-3.2h-8.8z",
  ]
  /// A ring around the marker of an outlier.
  private static let ring = "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0z"
  /// A value between two markers.
  private static let dot = "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"

  static func dash(_ series: Int) -> String {
    let dash = dashes[series % dashes.count]
    return dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
  }

  static func shape(_ series: Int) -> String { shapes[series % shapes.count] }

  /// The shapes that a drawing refers to: `id-m` of a value, `id-d` of one without a marker, `id-o` around an outlier.
  static func define(_ count: Int, hasOutliers: Bool, in writer: inout SVGWriter) {
    for index in 0..<min(count, shapes.count) {
      writer.define("<path id=\"\(writer.id)-m\(index)\" d=\"\(shapes[index])\"/>")
    }
    writer.define("<path id=\"\(writer.id)-d\" stroke=\"none\" d=\"\(dot)\"/>")
    if hasOutliers {
      let paint = writer.paint(line: .ink)
      writer.define("<path id=\"\(writer.id)-o\" \(paint) stroke-width=\"1.5\" d=\"\(ring)\"/>")
    }
  }

  static func reference(_ series: Int, isDot: Bool = false, in writer: SVGWriter) -> String {
    isDot ? "href=\"#\(writer.id)-d\"" : "href=\"#\(writer.id)-m\(series % shapes.count)\""
  }

  /// The group of a series. Its members have its colour, and an edge that sets them off from each other.
  static func group(_ series: Int, in writer: SVGWriter) -> String {
    "<g data-series=\"\(series)\" \(writer.paint(fill: .series(series), line: .surface, classes: "series"))>\n"
  }
}

extension SVGWriter {
  /// Entries for series, and one for outliers; none where there is but one thing.
  ///
  /// - Parameter line: the dashes of the line of a series, as an attribute; nil: it has none.
  mutating func legend(
    _ names: [String], hasOutliers: Bool, isAlways: Bool = false, line: (_ series: Int) -> String?
  ) {
    var entries = names.enumerated().map { index, name in
      let line =
        line(index).map { dashes in
          "<path \(paint(line: .series(index))) stroke-width=\"2\"\(dashes) d=\"M-13 0h26\"/>"
        } ?? ""
      let marker = "<path \(paint(fill: .series(index))) d=\"\(Markers.shape(index))\"/>"
      return Legend.Entry(name: name, series: index, sample: line + marker)
    }
    if hasOutliers { entries.append(.init(name: "outlier", series: nil, sample: "<use href=\"#\(id)-o\"/>")) }
    if entries.count > 1 || isAlways { draw(Legend(title: nil, entries: entries)) }
  }

  /// Rings around outliers, and beside each what it is, as long as there is room: the largest ones first.
  mutating func outliers(_ series: [Series], _ frame: Frame, _ words: (Point) -> String) {
    let all = series.flatMap { $0.points.filter(\.isOutlier) }.compactMap { point in
      point.place.map { (point: point, x: frame.x($0.x), y: frame.y($0.y), value: $0.y) }
    }
    guard !all.isEmpty else { return }
    for outlier in all.prefix(Self.mostOutliers) {
      write("<use href=\"#\(id)-o\" x=\"\(Markup.number(outlier.x))\" y=\"\(Markup.number(outlier.y))\"/>")
    }
    var taken: [(x: ClosedRange<Double>, y: Double)] = []
    for outlier in all.sorted(by: { $0.value > $1.value }).prefix(Self.mostOutliers) where taken.count < 6 {
      let label = words(outlier.point)
      let length = TextWidth.of(label, size: roomSize)
      // Above it; where it is at the top, beside it.
      var (x, y, anchor) = (
        min(max(outlier.x, frame.left + length / 2), width - 4 - length / 2), outlier.y - 13, Anchor.middle
      )
      var start = x - length / 2
      if y - roomSize < frame.top - roomSize * 0.7 {
        y = outlier.y + Self.size * 0.35
        anchor = outlier.x + 12 + length > width - 4 ? .end : .start
        x = outlier.x + (anchor == .end ? -12 : 12)
        start = anchor == .end ? x - length : x
      }
      let span = (start - 4)...(start + length + 4)
      guard !taken.contains(where: { $0.x.overlaps(span) && abs($0.y - y) < roomSize * 1.2 }) else { continue }
      taken.append((span, y))
      text(label, x, y, anchor, .ink, isClear: true)
    }
    write("\n")
  }

  private static let mostOutliers = 60
}
