/// A chart as a value. It can be drawn as SVG (`svg`), as terminal cells (`terminal`), and told in words (`table`).
///
/// Whoever makes one says in words what it shows; this room knows nothing of what the numbers are about. Numbers may be
/// anything: what is not finite counts as missing, and a missing value is a gap, never a zero.
public struct Chart: Hashable, Sendable {
  /// A short word that it is asked for by, such as `waking`.
  public var name: String
  /// A few words: what is measured.
  public var title: String
  /// One sentence that says what it shows, for who does not see it.
  public var sentence: String
  public var plot: Plot
  /// Sentences beside it: too little data, the outliers by name, what was left out.
  public var notes: [String]

  public init(name: String, title: String, sentence: String, plot: Plot, notes: [String] = []) {
    (self.name, self.title, self.sentence, self.plot, self.notes) = (name, title, sentence, plot, notes)
  }
}

/// What is drawn.
public enum Plot: Hashable, Sendable {
  case line(LinePlot)
  case bars(BarPlot)
  case gauges([Gauge])
  case heatMap(HeatMap)
  case scatter(ScatterPlot)
}
