/// A chart as a value. It can be drawn as SVG (`svg`) or as terminal cells (`terminal`), and listed as a `table`.
///
/// The module knows nothing about the meaning of the numbers, so the caller provides all sentences. Values that are
/// not finite count as missing, and a missing value is a gap, never zero.
public struct Chart: Hashable, Sendable {
  /// A short word that selects the chart, such as `waking`.
  public var name: String
  public var title: String
  /// A sentence that says what the chart shows, for readers who cannot see it.
  public var sentence: String
  public var plot: Plot
  /// Sentences below the chart: too little data, the names of outliers, what is left out.
  public var notes: [String]

  public init(name: String, title: String, sentence: String, plot: Plot, notes: [String] = []) {
    (self.name, self.title, self.sentence, self.plot, self.notes) = (name, title, sentence, plot, notes)
  }
}

/// The kind of a chart, with its data.
public enum Plot: Hashable, Sendable {
  case line(PointPlot)
  case bars(BarPlot)
  case gauges([Gauge])
  case heatMap(HeatMap)
  case scatter(PointPlot)
}
