import AlarmClock
import Charts
import Insight

extension ChartData {
  private static let timeToCard = Axis(title: "Time to card", unit: .seconds, includesZero: true)
  /// Number of rings in the moving median.
  private static let usualRings = 7

  var waking: Chart {
    let each = points(\.timeToCard)
    let times = rings.compactMap(\.timeToCard)
    let usual = Series(
      name: "Median of the last \(Self.usualRings)",
      points: each.points.indices.dropFirst(Self.usualRings - 1).map { place in
        let median = Summary(Array(times[(place - Self.usualRings + 1)...place]))?.median ?? 0
        return Point(x: each.points[place].x, y: Double(median) / 1000)
      })
    let plot = PointPlot(
      x: Self.days, y: Self.timeToCard,
      series: [Series(name: "Each ring", points: each.points)] + (usual.points.isEmpty ? [] : [usual]))
    return chart(
      .waking, .line(plot), wakingSentence(times),
      notes: [tooFew(times.count), missed, Self.naming(each.outliers)])
  }

  /// Example: `Time to card fell 40 s, from 1 min 55 s to 1 min 15 s, over the last 30 days.`
  private func wakingSentence(_ times: [Int64]) -> String {
    guard let summary = Summary(times) else { return "No card ended a ring \(span)." }
    let median =
      "median \(SpanText.format(milliseconds: summary.median)) of \(Count.text(summary.count, "ring"))"
    guard let trend = Trend(times) else { return "Time to card: \(median), \(span)." }
    let (before, after) = ((trend.before + 500) / 1000, (trend.after + 500) / 1000)
    if before == after { return "Time to card stayed at \(SpanText.format(seconds: after)) \(span)." }
    let difference = SpanText.format(seconds: abs(after - before))
    return "Time to card \(after < before ? "fell" : "rose") \(difference), from \(SpanText.format(seconds: before)) "
      + "to \(SpanText.format(seconds: after)), \(span)."
  }

  var weekdays: Chart {
    let days = Weekday.allCases.map { weekday in
      Summary(rings.filter { $0.day.weekday == weekday }.compactMap(\.timeToCard))
    }
    func seconds(_ value: (Summary) -> Int64) -> [Double?] { days.map { $0.map { Double(value($0)) / 1000 } } }
    let plot = BarPlot(
      categoryTitle: "Day", categories: Weekday.allCases.map(\.shortName), y: Self.timeToCard,
      series: [
        BarPlot.Series(name: "Median", values: seconds(\.median)),
        BarPlot.Series(name: "Slowest", values: seconds(\.most)),
      ])
    let known = zip(Weekday.allCases, days).compactMap { day, summary in summary.map { (day, $0.median) } }
    return chart(.weekdays, .bars(plot), Self.weekdaySentence(known), notes: [tooFew(rung.count), missed])
  }

  private static func weekdaySentence(_ medians: [(day: Weekday, median: Int64)]) -> String {
    guard let slow = medians.max(by: { $0.median < $1.median }), let quick = medians.min(by: { $0.median < $1.median })
    else { return "No card ended a ring." }
    let slowest = SpanText.format(milliseconds: slow.median)
    guard slow.day != quick.day else { return "On \(slow.day.name)s you take \(slowest) (median)." }
    return
      "You are slowest on \(slow.day.name)s, with a median of \(slowest), and quickest on \(quick.day.name)s, with "
      + "\(SpanText.format(milliseconds: quick.median))."
  }

  /// Number of rings ended by a card, by weekday and hour.
  var hours: Chart {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)
    let wakes = rings.compactMap { ring -> (day: Weekday, hour: Int)? in
      guard ring.wakeMinute != nil, let ended = ring.record.ended else { return nil }
      let local = history.zone.local(ended)
      return (local.date.weekday, local.time.hour)
    }
    for wake in wakes { counts[wake.day.rawValue - 1][wake.hour] += 1 }
    let map = HeatMap(
      rowTitle: "Day", rows: Weekday.allCases.map(\.shortName), columnTitle: "Hour",
      columns: (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" }, valueTitle: "Rings", unit: .count,
      values: counts.map { $0.map { $0 == 0 ? nil : Double($0) } })
    return chart(.hours, .heatMap(map), hourSentence(wakes), notes: [tooFew(wakes.count), missed])
  }

  private func hourSentence(_ wakes: [(day: Weekday, hour: Int)]) -> String {
    let hours = Dictionary(wakes.map { ($0.hour, 1) }, uniquingKeysWith: +)
    guard let most = hours.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      return "No card ended a ring \(span)."
    }
    let clocks = [most.key, (most.key + 1) % 24].compactMap { LocalTime(hour: $0, minute: 0)?.toTheMinute }
    let verb = most.value == 1 ? "was" : "were"
    return "\(most.value) of \(Count.text(wakes.count, "ring")) \(verb) ended between "
      + "\(TimePhrase.clocks(in: clocks.joined(separator: " and "))), \(span)."
  }
}
