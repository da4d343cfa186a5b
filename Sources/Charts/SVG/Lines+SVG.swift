extension SVGWriter {
  /// Up to this number, every value has a mark with its words. Beyond, only `someMarks` have: more would make a page
  /// heavy and be too close to hit. The table has all values.
  private static let mostMarks = 80
  private static let someMarks = 40
  /// User units between the markers of many values.
  private static let apart = 14.0

  mutating func drawLines(_ plot: PointPlot) {
    let hasOutliers = plot.series.contains(where: \.hasOutliers)
    Markers.define(plot.series.count, hasOutliers: hasOutliers, in: &self)
    let points = plot.series.flatMap(\.points)
    // Between values this close, dashes would look like noise; the markers suffice.
    let isDense = plot.series.contains { Double($0.points.count) > width / 5 }
    legend(plot.series.map(\.name), hasOutliers: hasOutliers) { isDense ? "" : Markers.dash($0) }
    // Include the places without a value, so that gaps are in view.
    let frame = frame(
      x: plot.x, y: plot.y, xs: points.lazy.map(\.x), ys: points.lazy.compactMap { $0.place?.y })
    for (index, series) in plot.series.enumerated() {
      draw(series, index, frame, plot, dashes: isDense ? "" : Markers.dash(index))
    }
    outliers(plot.series, frame) { plot.y.unit.text($0.y ?? 0) }
    if !points.contains(where: { $0.place != nil }) { noData(in: (frame.left, frame.top)) }
  }

  private mutating func draw(
    _ series: Series, _ index: Int, _ frame: Frame, _ plot: PointPlot, dashes: String
  ) {
    let parts = Thinning.parts(series.points, frame)
    let all = plot.series.reduce(0) { $0 + $1.points.count }
    let most = max(2, (all > Self.mostMarks ? Self.someMarks : Self.mostMarks) / plot.series.count)
    write(Markers.group(index, in: self))
    let path = parts.map { Thinning.path(Thinning.thinned($0, width: 2)) }.joined()
    write(
      "<path \(paint(line: .series(index))) stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
    write("\(dashes) d=\"\(path)\"/>\n")
    let places = Array(parts.joined())
    let step = max(1, (places.count + most - 1) / most)
    let (marker, dot) = (Markers.reference(index, in: self), Markers.reference(index, isDot: true, in: self))
    let name = plot.series.count > 1 ? "\(series.name), " : ""
    // Of markers that would touch each other, draw only some.
    let apart = places.count <= 60 ? 0 : Self.apart
    var last = -Double.infinity
    for (number, place) in places.enumerated() {
      let isOutlier = series.points[place.index].isOutlier
      guard number.isMultiple(of: step) || number == places.count - 1 || isOutlier else { continue }
      let isMarker = isOutlier || abs(place.x - last) >= apart
      if isMarker { last = place.x }
      mark(series.points[place.index], place, isMarker ? marker : dot, name, plot.x, plot.y)
    }
    write("</g>\n")
  }
}
