extension SVGWriter {
  /// Up to this number, dots have words. Beyond, most dots of a series are one path.
  private static let mostDots = 80

  mutating func drawDots(_ plot: PointPlot) {
    let hasOutliers = plot.series.contains(where: \.hasOutliers)
    Markers.define(plot.series.count, hasOutliers: hasOutliers, in: &self)
    let names = plot.series.enumerated().map { index, series in
      plot.trend(index).map { "\(series.name) (\($0.words))" } ?? series.name
    }
    // With a trend, even a single series has a legend, which shows the correlation.
    let hasLines = plot.series.indices.contains { plot.trend($0) != nil }
    legend(names, hasOutliers: hasOutliers, isAlways: hasLines) { index in
      plot.trend(index).map { _ in Markers.dash(index) }
    }
    let places = plot.series.flatMap { $0.points.compactMap(\.place) }
    let frame = frame(x: plot.x, y: plot.y, xs: places.lazy.map(\.x), ys: places.lazy.map(\.y))
    for (index, series) in plot.series.enumerated() {
      write(Markers.group(index, in: self))
      dots(series, index, frame, plot)
      write("</g>\n")
    }
    // Draw trends over all dots, which would hide them, and their light edges below all trends.
    for isEdge in [true, false] {
      for (index, series) in plot.series.enumerated() { trend(plot, index, series, frame, isEdge: isEdge) }
    }
    outliers(plot.series, frame) { "\(plot.x.unit.text($0.x)): \(plot.y.unit.text($0.y ?? 0))" }
    if places.isEmpty { noData(in: (frame.left, frame.top)) }
  }

  private mutating func dots(_ series: Series, _ index: Int, _ frame: Frame, _ plot: PointPlot) {
    let most = max(10, Self.mostDots / plot.series.count)
    let places = Thinning.parts(series.points, frame).joined()
    let step = max(1, (places.count + most - 1) / most)
    let name = plot.series.count > 1 ? "\(series.name), " : ""
    var taken: Set<[Int]> = []
    var rest = ""
    for (number, place) in places.enumerated() {
      let point = series.points[place.index]
      guard number.isMultiple(of: step) || point.isOutlier else {
        // Skip a dot that is almost at the same place as another.
        if taken.insert([Unit.whole(place.x / 2), Unit.whole(place.y / 2)]).inserted {
          rest += "M\(Unit.whole(place.x)) \(Unit.whole(place.y))h0"
        }
        continue
      }
      mark(point, place, Markers.reference(index, in: self), name, plot.x, plot.y)
    }
    guard !rest.isEmpty else { return }
    write("<path \(paint(line: .series(index))) stroke-width=\"5\" stroke-linecap=\"round\" d=\"\(rest)\"/>\n")
  }

  /// Draws the trend from the first to the last value, as far as it is in view.
  private mutating func trend(_ plot: PointPlot, _ index: Int, _ series: Series, _ frame: Frame, isEdge: Bool) {
    guard let trend = plot.trend(index), let ends = trend.ends(of: series, from: frame.y.lower, to: frame.y.upper)
    else {
      return
    }
    let path = ends.map { "\(Markup.number(frame.x($0.x))) \(Markup.number(frame.y($0.y)))" }
    let line = "d=\"M\(path.joined(separator: "L"))\""
    let attributes = "\(paint(line: .series(index), classes: "mark")) stroke-width=\"2.5\"\(Markers.dash(index))"
    write("<g data-series=\"\(index)\" class=\"series\">\n")
    if isEdge {
      write("<path \(paint(line: .surface)) stroke-width=\"4.5\" \(line)/>\n")
    } else {
      mark("path", "\(attributes) \(line)", "\(series.name), trend: \(trend.words)")
    }
    write("</g>\n")
  }
}

extension PointPlot.Trend {
  /// Returns the two ends in view; `nil` if the line is not in view.
  func ends(of series: Series, from lower: Double, to upper: Double) -> [(x: Double, y: Double)]? {
    let xs = series.points.compactMap { $0.place?.x }
    guard var left = xs.min(), var right = xs.max(), left < right else { return nil }
    if slope != 0 {
      let crossings = [(lower - intercept) / slope, (upper - intercept) / slope].sorted()
      (left, right) = (max(left, crossings[0]), min(right, crossings[1]))
    } else if !(lower...upper).contains(intercept) {
      return nil
    }
    guard left < right else { return nil }
    return [left, right].map { ($0, min(max(slope * $0 + intercept, lower), upper)) }
  }
}
