/// Series over dates, or over any other number, as lines.
public struct LinePlot: Hashable, Sendable {
  public var x: Axis, y: Axis
  /// Four can be told apart by colour too; more by dashes and markers alone.
  public var series: [Series]

  public init(x: Axis, y: Axis, series: [Series]) {
    (self.x, self.y, self.series) = (x, y, series)
  }
}

/// Groups of bars side by side, as one for each day of the week.
public struct BarPlot: Hashable, Sendable {
  public struct Series: Hashable, Sendable {
    public var name: String
    /// One for each category, in their order; nil, and what is not finite: there is none.
    public var values: [Double?]

    public init(name: String, values: [Double?]) {
      (self.name, self.values) = (name, values)
    }

    func value(_ category: Int) -> Double? {
      values.indices.contains(category) ? Unit.known(values[category]) : nil
    }
  }

  /// What a category is, such as `Day`.
  public var categoryTitle: String
  public var categories: [String]
  /// Bars begin at 0, where that is in view; it always is but for times of day and dates.
  public var y: Axis
  public var series: [Series]

  public init(categoryTitle: String, categories: [String], y: Axis, series: [Series]) {
    (self.categoryTitle, self.categories, self.y, self.series) = (categoryTitle, categories, y, series)
  }
}

/// One score as a ring, with its word and how it went.
public struct Gauge: Hashable, Sendable {
  public var name: String
  /// 0...100; nil: there is too little data.
  public var value: Double?
  /// What is said of it: its word, or what is missing.
  public var word: String
  /// The values that led to it, 0...100, the oldest first; nil: none on that day.
  public var history: [Double?]

  public init(name: String, value: Double?, word: String, history: [Double?] = []) {
    (self.name, self.value, self.word, self.history) = (name, value, word, history)
  }

  /// Within 0...100.
  var score: Double? { Unit.known(value).map { min(max($0, 0), 100) } }
  var words: String { "\(name): \(score.map { Unit.score.text($0) } ?? "none"), \(word)" }
}

/// How much there is in each cell of a grid, as of 7 days by 24 hours.
public struct HeatMap: Hashable, Sendable {
  /// What the rows and columns are, such as `Day` and `Hour`.
  public var rowTitle: String, columnTitle: String
  public var rows: [String], columns: [String]
  /// What is in the cells.
  public var valueTitle: String
  public var unit: Unit
  /// By row and column; nil, and what is not finite: nothing is known, and the cell is grey.
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

/// One number against another, a dot each, and how they go together.
public struct ScatterPlot: Hashable, Sendable {
  /// A straight line through the dots of one series.
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
  public var series: [Series]
  /// By the index of its series; nil, and series beyond: no line.
  public var trends: [Trend?]

  public init(x: Axis, y: Axis, series: [Series], trends: [Trend?] = []) {
    (self.x, self.y, self.series, self.trends) = (x, y, series, trends)
  }

  func trend(_ series: Int) -> Trend? {
    guard trends.indices.contains(series), let trend = trends[series], trend.isFinite else { return nil }
    return trend
  }
}
