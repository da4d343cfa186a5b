import AlarmClock
import Charts
import Insight

extension ChartData {
  var lateness: Chart {
    let late = points(\.lateness)
    let plot = PointPlot(
      x: Self.days, y: Axis(title: "Lateness", unit: .seconds, includesZero: true),
      series: [Series(name: "Each ring", points: late.points)])
    let sentence =
      measures.lateness.map { summary in
        "The first sound came \(SpanText.format(milliseconds: summary.median)) after the due time (median), "
          + "\(SpanText.format(milliseconds: summary.most)) at most, \(span)."
      } ?? "Nothing rang \(span)."
    let silent = rung.count { $0.lateness == nil }
    let verb = silent == 1 ? "is" : "are"
    let unsounded = silent == 0 ? nil : "\(Count.text(silent, "ring")) without a sound \(verb) not in this chart."
    return chart(
      .lateness, .line(plot), sentence,
      notes: [tooFew(late.points.count), unsounded, Self.naming(late.outliers)])
  }

  var snoozes: Chart {
    let (plot, unit) = counts(
      "Times",
      [
        ("Snoozes", { $0.record.snoozes }), ("Wrong cards", { $0.record.tally.wrongCodes }),
        ("Failed wake checks", { $0.record.tally.failedChecks }),
      ])
    let sentence =
      measures.rung == 0
      ? "Nothing rang \(span)."
      : "\(Count.text(measures.snoozes, "snooze")), \(Count.text(measures.wrongCards, "wrong card")) and "
        + "\(Count.text(measures.failedWakeChecks, "failed wake check")) in \(Count.text(measures.rung, "ring")), \(span)."
    return chart(.snoozes, .line(plot), sentence, notes: ["By \(unit).", tooFew(rung.count)])
  }

  var quits: Chart {
    let (plot, unit) = counts(
      "Rings",
      [("Interrupted", { $0.isQuit ? 1 : 0 }), ("Ended by a card", { $0.outcome == .dismissed ? 1 : 0 })])
    var sentence = "Nothing rang \(span)."
    if measures.rung > 0 {
      let rate = measures.quitRings * 100 / measures.rung
      let verb = measures.quitRings == 1 || measures.rung == 1 ? "was" : "were"
      sentence =
        "\(measures.quitRings) of \(Count.text(measures.rung, "ring")) \(verb) interrupted (\(rate) %), "
        + "\(measures.dismissed) \(measures.dismissed == 1 ? "was" : "were") ended by a card, \(span)."
    }
    let kinds = MeasuresText.interruptions(measures)
    let note = "By \(unit)." + (kinds.isEmpty ? "" : " Interruptions: \(kinds).")
    return chart(.quits, .line(plot), sentence, notes: [note, tooFew(rung.count)])
  }

  private static let longestInWeeks: Int64 = 190

  /// Returns the sum of each week, or of each month for a long range; `y` is `nil` if nothing rang.
  private func counts(
    _ title: String, _ series: [(String, (MeasuredRing) -> Int)]
  ) -> (plot: PointPlot, unit: String) {
    let days = range.upperBound.daysSinceEpoch - range.lowerBound.daysSinceEpoch
    let isLong = days > Self.longestInWeeks
    func first(_ day: LocalDate) -> LocalDate {
      isLong ? LocalDate(year: day.year, month: day.month, day: 1) ?? day : day.adding(days: 1 - day.weekday.rawValue)
    }
    let firsts = (0...days).map { first(range.lowerBound.adding(days: Int($0))) }.distinct
    let groups = Dictionary(grouping: rung) { first($0.day) }
    let plot = PointPlot(
      x: Self.days, y: Axis(title: title, unit: .count, includesZero: true),
      series: series.map { name, value in
        Series(
          name: name,
          points: firsts.map { first in
            Point(x: Double(first.daysSinceEpoch), y: groups[first].map { Double($0.reduce(0) { $0 + value($1) }) })
          })
      })
    return (plot, isLong ? "month" : "week")
  }
}
