extension Chart {
  /// All values of the chart, with a row for each place.
  public var table: Table {
    switch plot {
    case .line(let plot): Self.lineTable(plot)
    case .bars(let plot): Self.table(plot)
    case .gauges(let gauges): Self.table(gauges)
    case .heatMap(let map): Self.table(map)
    case .scatter(let plot): Self.dotTable(plot)
    }
  }

  /// Returns a row for each x in order, or several if a series has several values there. Each series has a column; the
  /// last column names the series with an outlier.
  private static func lineTable(_ plot: PointPlot) -> Table {
    struct Place: Hashable {
      var x: Double
      /// 0 for the first value of a series at this x, 1 for the next.
      var turn: Int
    }
    var values: [Place: [Table.Cell]] = [:]
    var outliers: [Place: [String]] = [:]
    let none = [Table.Cell](repeating: .none, count: plot.series.count)
    for (index, series) in plot.series.enumerated() {
      var turns: [Double: Int] = [:]
      for point in series.points where point.x.isFinite {
        let x = Unit.bounded(point.x)
        let place = Place(x: x, turn: turns[x, default: 0])
        turns[x, default: 0] += 1
        // Gaps have a row, too.
        values[place, default: none][index] = .known(point.y, plot.y.unit)
        if point.isOutlier, point.place != nil { outliers[place, default: []].append(series.name) }
      }
    }
    let own = plot.series.map { Table.Column(name: $0.name, unit: plot.y.unit) }
    let places = values.keys.sorted { ($0.x, $0.turn) < ($1.x, $1.turn) }
    let rows = places.map { place in
      [.value(place.x, plot.x.unit)] + (values[place] ?? none) + (outliers.isEmpty ? [] : [cell(outliers[place])])
    }
    return Table(columns: [plot.x.column] + own + (outliers.isEmpty ? [] : [outlierColumn]), rows: rows)
  }

  private static let outlierColumn = Table.Column(name: "Outlier")
  private static func cell(_ outliers: [String]?) -> Table.Cell {
    outliers.map { .words($0.joined(separator: ", ")) } ?? .none
  }

  private static func table(_ plot: BarPlot) -> Table {
    let own = plot.series.map { Table.Column(name: $0.name, unit: plot.y.unit) }
    return Table(
      columns: [Table.Column(name: plot.categoryTitle)] + own,
      rows: plot.categories.enumerated().map { index, category in
        [.words(category)] + plot.series.map { .known($0.value(index), plot.y.unit) }
      })
  }

  /// Returns a row for each gauge, with its history, latest first.
  private static func table(_ gauges: [Gauge]) -> Table {
    let days = gauges.map(\.history.count).max() ?? 0
    let before = (0..<days).map { Table.Column(name: $0 == 0 ? "Latest" : "\($0) before", unit: .score) }
    let columns = [Table.Column(name: "Name"), Table.Column(name: "Score", unit: .score), Table.Column(name: "Word")]
    return Table(
      columns: columns + before,
      rows: gauges.map { gauge in
        let history = gauge.history.reversed().map { Table.Cell.known($0, .score) }
        return [.words(gauge.name), .known(gauge.value, .score), .words(gauge.word)] + history
          + [Table.Cell](repeating: .none, count: days - history.count)
      })
  }

  private static func table(_ map: HeatMap) -> Table {
    let rows = map.rows.indices.flatMap { row in
      map.columns.indices.compactMap { column in
        map.value(row, column).map { value in
          [Table.Cell.words(map.rows[row]), .words(map.columns[column]), .value(value, map.unit)]
        }
      }
    }
    let words = [map.rowTitle, map.columnTitle].map { Table.Column(name: $0) }
    return Table(columns: words + [Table.Column(name: map.valueTitle, unit: map.unit)], rows: rows)
  }

  /// Returns a row for each dot, sorted by series and x.
  private static func dotTable(_ plot: PointPlot) -> Table {
    let hasOutliers = plot.series.contains(where: \.hasOutliers)
    let hasNames = plot.series.count > 1
    let rows = plot.series.flatMap { series in
      let places = series.points.compactMap { point in point.place.map { ($0.x, $0.y, point.isOutlier) } }
      return places.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { x, y, isOutlier -> [Table.Cell] in
        (hasNames ? [.words(series.name)] : []) + [.value(x, plot.x.unit), .value(y, plot.y.unit)]
          + (hasOutliers ? [cell(isOutlier ? ["yes"] : nil)] : [])
      }
    }
    let names = hasNames ? [Table.Column(name: "Series")] : []
    return Table(columns: names + [plot.x.column, plot.y.column] + (hasOutliers ? [outlierColumn] : []), rows: rows)
  }
}

extension Axis {
  fileprivate var column: Chart.Table.Column { Chart.Table.Column(name: title, unit: unit) }
}
