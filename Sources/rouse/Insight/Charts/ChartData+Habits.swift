import AlarmClock
import Charts
import Insight

/// Charts of the scores, and of how a night affects the morning.
extension ChartData {
  /// Scores of the last day in the range, with their history.
  var scores: Chart {
    let last = range.upperBound
    let days = history.scores(in: last.adding(days: 1 - DayScores.span)...last)
    let latest = history.scores(of: last)
    let gauges = ScoreKind.allCases.filter { $0 != .overall }.map { kind in
      let score = kind.score(latest)
      return Gauge(
        name: kind.name, value: score.map { Double($0.points) },
        word: score?.word.rawValue ?? ScoreText.missing(kind, latest),
        history: days.map { kind.score($0).map { Double($0.points) } })
    }
    let told = ScoreKind.allCases.compactMap { kind in
      kind.score(latest).map { "\(kind.name) is \($0.points), \($0.word.rawValue.lowercased())" }
    }
    let sentence = told.isEmpty ? "There are too few days with a ring." : told.joined(separator: "; ") + "."
    return chart(.scores, .gauges(gauges), sentence)
  }

  /// Latest test or noise before a ring that counts as going to bed.
  private static let evening: Duration = .seconds(14 * 3600)

  /// Hours from the bedtime test or the sleep noise until due, against the time to the card.
  var rhythm: Chart {
    let tests = points(after: [.bedtimePassed, .bedtimeFailed])
    let noises = points(after: [.noise])
    let fits = [tests, noises].map { LineFit($0.points.map { ($0.x, $0.y ?? 0) }) }
    let plot = PointPlot(
      x: Axis(title: "Hours before the alarm", unit: .count),
      y: Axis(title: "Time to card", unit: .seconds, includesZero: true),
      series: [
        Series(name: "After the test", points: tests.points), Series(name: "After noise", points: noises.points),
      ],
      trends: fits.map { $0.map { PointPlot.Trend(slope: $0.slope, intercept: $0.intercept, r: $0.r) } })
    let sentences = zip(["the evening's test", "the noise"], zip(fits, [tests, noises])).compactMap { name, pair in
      pair.0.map { Self.sentence(name, $0, pair.1.points.count) }
    }
    let sentence =
      sentences.isEmpty
      ? "Too few nights have a test or noise before a ring that a card ended." : sentences.joined(separator: " ")
    // A ring may be an outlier in both series.
    let outliers = Set(tests.outliers + noises.outliers).sorted()
    return chart(.rhythm, .scatter(plot), sentence, notes: [missed, Self.naming(outliers)])
  }

  /// Returns a point for each ring that a card ended, over the hours since the last of these happenings.
  private func points(after kinds: [Happening.Kind]) -> (points: [Point], outliers: [String]) {
    let moments = history.happenings.filter { kinds.contains($0.kind) }.map(\.began)
    let nights = rings.compactMap { ring -> (ring: MeasuredRing, x: Double, milliseconds: Int64)? in
      let due = ring.record.due
      guard let time = ring.timeToCard else { return nil }
      let later = WakingHistory.first(in: moments) { $0 > due }
      guard later > 0, due - moments[later - 1] <= Self.evening else { return nil }
      return (ring, Double((due - moments[later - 1]).components.seconds / 60) / 60, time)
    }
    return Self.points(nights)
  }

  /// Below this correlation, the chart claims no connection.
  private static let weak = 0.3

  private static func sentence(_ name: String, _ fit: LineFit, _ count: Int) -> String {
    let r = "r = \((fit.r * 100).rounded() / 100), \(Count.text(count, "night"))"
    if abs(fit.r) < weak {
      return "How long after \(name) the alarm rings has little to do with how soon you are up (\(r))."
    }
    return "The longer the night after \(name), the \(fit.slope < 0 ? "sooner" : "later") the card (\(r))."
  }
}
