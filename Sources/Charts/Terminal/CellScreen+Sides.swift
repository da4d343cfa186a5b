extension CellScreen {
  func connected(_ plot: PointPlot) -> [String] {
    let points = plot.series.flatMap(\.points)
    var sides = sides(
      x: plot.x, y: plot.y, xs: points.lazy.map(\.x), ys: points.lazy.compactMap { $0.place?.y })
    // More values than dots would only show noise: draw means.
    let most = plot.series.map(\.points.count).max() ?? 0
    let each = most > sides.canvas.columns * 2 ? (most + sides.canvas.columns - 1) / sides.canvas.columns : 1
    let drawn = plot.series.map { each > 1 ? $0.means(of: each) : $0 }
    for (index, series) in drawn.enumerated() { connect(series, index, &sides) }
    for (index, series) in drawn.enumerated() { mark(series, index, of: plot.series.count, &sides) }
    for series in plot.series { outliers(series, &sides) }
    if !points.contains(where: { $0.place != nil }) { sides.canvas.words(" No data", row: sides.canvas.rows / 2) }
    let legend = legend(plot.series.map(\.name), hasOutliers: plot.series.contains(where: \.hasOutliers))
    let note = each > 1 ? paragraph("A line shows the mean of each \(each) values.") : []
    return framed(sides, x: plot.x, y: plot.y) + legend + note
  }

  private func connect(_ series: Series, _ index: Int, _ sides: inout Sides) {
    var last: CellCanvas.Place?
    for point in series.points {
      let place = point.place.map(sides.place)
      // A single value is a dot.
      if let place { sides.canvas.line(from: last ?? place, to: place, .series(index)) }
      last = place
    }
  }

  /// Puts signs on a line, with enough distance to keep the line visible. Each series has its own columns.
  private func mark(_ series: Series, _ index: Int, of count: Int, _ sides: inout Sides) {
    let known = series.points.filter { $0.place != nil }
    let hasRoom = known.count <= sides.canvas.columns / 3
    var next = hasRoom ? 0 : index * 4
    for point in known {
      guard let place = point.place.map(sides.place) else { continue }
      let column = sides.canvas.column(place)
      if hasRoom || column >= next {
        sides.canvas.sign(Self.signs[index % 4], at: place, .series(index))
        next = column + max(8, 4 * count)
      }
    }
  }

  private func outliers(_ series: Series, _ sides: inout Sides) {
    for point in series.points where point.isOutlier {
      if let place = point.place.map(sides.place) { sides.canvas.sign(Self.outlier, at: place, .outlier) }
    }
  }

  func dots(_ plot: PointPlot) -> [String] {
    let places = plot.series.flatMap { $0.points.compactMap(\.place) }
    var sides = sides(x: plot.x, y: plot.y, xs: places.lazy.map(\.x), ys: places.lazy.map(\.y))
    for (index, series) in plot.series.enumerated() {
      for point in series.points {
        guard let place = point.place.map(sides.place) else { continue }
        sides.canvas.sign(
          point.isOutlier ? Self.outlier : Self.signs[index % 4], at: place,
          point.isOutlier ? .outlier : .series(index))
      }
      let ends = plot.trend(index)?.ends(of: series, from: sides.y.lower, to: sides.y.upper)?.map(sides.place)
      if let ends { sides.canvas.line(from: ends[0], to: ends[1], .series(index)) }
    }
    if places.isEmpty { sides.canvas.words(" No data", row: sides.canvas.rows / 2) }
    let names = plot.series.enumerated().map { index, series in
      plot.trend(index).map { "\(series.name), line: \($0.words)" } ?? series.name
    }
    let hasOutliers = plot.series.contains(where: \.hasOutliers)
    let hasLine = plot.series.indices.contains { plot.trend($0) != nil }
    return framed(sides, x: plot.x, y: plot.y) + legend(names, hasOutliers: hasOutliers, isAlways: hasLine)
  }
}

extension Series {
  /// Returns the means of groups of `count` points, without outliers, which are drawn separately.
  fileprivate func means(of count: Int) -> Series {
    let starts = stride(from: 0, to: points.count, by: count)
    let means = starts.map { start in
      let places = points[start..<min(start + count, points.count)].filter { !$0.isOutlier }.compactMap(\.place)
      let sum = places.reduce((x: 0.0, y: 0.0)) { ($0.x + $1.x, $0.y + $1.y) }
      let number = Double(places.count)
      // A gap must last for a whole group.
      return places.isEmpty ? Point(x: points[start].x, y: nil) : Point(x: sum.x / number, y: sum.y / number)
    }
    return Series(name: name, points: means)
  }
}
