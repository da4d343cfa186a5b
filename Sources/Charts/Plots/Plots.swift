/// Groups of bars side by side, such as a group for each day of the week.
public struct BarPlot: Hashable, Sendable {
  public struct Series: Hashable, Sendable {
    public var name: String
    /// A value for each category in order; `nil` or not finite if there is none.
    public var values: [Double?]

    public init(name: String, values: [Double?]) {
      (self.name, self.values) = (name, values)
    }

    func value(_ category: Int) -> Double? {
      values.indices.contains(category) ? Unit.known(values[category]) : nil
    }
  }

  /// The noun for a category, such as `Day`.
  public var categoryTitle: String
  public var categories: [String]
  /// Bars begin at 0, or at the nearer end if 0 is out of view, as it can be for dates and times of day.
  public var y: Axis
  public var series: [Series]

  public init(categoryTitle: String, categories: [String], y: Axis, series: [Series]) {
    (self.categoryTitle, self.categories, self.y, self.series) = (categoryTitle, categories, y, series)
  }
}

/// A score drawn as a ring, with its word and its history.
public struct Gauge: Hashable, Sendable {
  public var name: String
  /// 0...100; `nil` if there is too little data.
  public var value: Double?
  /// A rating of the value, or what is missing.
  public var word: String
  /// Earlier values, 0...100, the oldest first; `nil` for days without one.
  public var history: [Double?]

  public init(name: String, value: Double?, word: String, history: [Double?] = []) {
    (self.name, self.value, self.word, self.history) = (name, value, word, history)
  }

  var score: Double? { Unit.known(value).map { min(max($0, 0), 100) } }
  var words: String { "\(name): \(score.map { Unit.score.text($0) } ?? "none"), \(word)" }
}

/// A value in each cell of a grid, such as 7 days by 24 hours.
public struct HeatMap: Hashable, Sendable {
  /// The nouns for rows and columns, such as `Day` and `Hour`.
  public var rowTitle: String, columnTitle: String
  public var rows: [String], columns: [String]
  /// The noun for the cells' values.
  public var valueTitle: String
  public var unit: Unit
  /// Rows of cells; `nil` or not finite if nothing is known, which makes the cell gray.
  public var values: [[Double?]]

  public init(
    rowTitle: String, rows: [String], columnTitle: String, columns: [String], valueTitle: String, unit: Unit,
    values: [[Double?]]
  ) {
    (self.rowTitle, self.rows, self.columnTitle, self.columns) = (rowTitle, rows, columnTitle, columns)
    (self.valueTitle, self.unit, self.values) = (valueTitle, unit, values)
  }

  func value(_ row: Int, _ column: Int) -> Double? {
    guard values.indices.contains(row), values[row].indices.contains(column) else { return nil }
    return Unit.known(values[row][column])
  }
}

/// Pairs of numbers, drawn as lines or as dots.
public struct PointPlot: Hashable, Sendable {
  /// A straight line through the dots of a series.
  public struct Trend: Hashable, Sendable {
    /// y = slope × x + intercept, in the units of the axes.
    public var slope: Double, intercept: Double
    /// Pearson's correlation, -1...1.
    public var r: Double

    public init(slope: Double, intercept: Double, r: Double) {
      (self.slope, self.intercept, self.r) = (slope, intercept, r)
    }

    var isFinite: Bool { slope.isFinite && intercept.isFinite && r.isFinite }
    var words: String { "r = \(Unit.decimal(r, places: 2))" }
  }

  public var x: Axis, y: Axis
  /// The first four differ in color; further ones repeat the colors and differ in dashes and markers.
  public var series: [Series]
  /// Trends of dots by index of the series; `nil` or missing for none.
  public var trends: [Trend?]

  public init(x: Axis, y: Axis, series: [Series], trends: [Trend?] = []) {
    (self.x, self.y, self.series, self.trends) = (x, y, series, trends)
  }

  func trend(_ series: Int) -> Trend? {
    guard trends.indices.contains(series), let trend = trends[series], trend.isFinite else { return nil }
    return trend
  }
}
