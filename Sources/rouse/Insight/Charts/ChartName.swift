import AlarmClock
import ArgumentParser
import Charts
import Insight

enum ChartName: String, CaseIterable, ExpressibleByArgument {
  case waking, weekdays, scores, hours, lateness, snoozes, quits, rhythm

  var title: String { meaning.title }
  func chart(of data: ChartData) -> Chart { data[keyPath: meaning.chart] }

  private var meaning: (title: String, chart: KeyPath<ChartData, Chart>) {
    switch self {
    case .waking: ("From due to the card", \.waking)
    case .weekdays: ("From due to the card, by weekday", \.weekdays)
    case .scores: ("Scores of the last seven days", \.scores)
    case .hours: ("When the card came", \.hours)
    case .lateness: ("How late the first sound came", \.lateness)
    case .snoozes: ("Snoozes, wrong cards and failed wake checks", \.snoozes)
    case .quits: ("Rings that were interrupted, and rings that a card ended", \.quits)
    case .rhythm: ("Time in bed, as far as is known, and time to the card", \.rhythm)
    }
  }
}

/// Source of all charts: the rings in a range of days.
struct ChartData {
  let history: WakingHistory
  let range: ClosedRange<LocalDate>
  /// Sorted by due time.
  let rings: [MeasuredRing]
  let measures: Measures

  /// With fewer rings, a chart asks for more.
  static let leastRings = 3

  init(_ history: WakingHistory, _ range: ClosedRange<LocalDate>) {
    self.history = history
    self.range = range
    rings = Array(history.rings(in: range))
    measures = Measures(history, range)
  }

  var rung: [MeasuredRing] { rings.filter { $0.outcome != .skipped } }

  /// Examples: `over the last 30 days`, `from 2026-10-01 to 2026-10-31`.
  var span: String {
    let days = range.upperBound.daysSinceEpoch - range.lowerBound.daysSinceEpoch + 1
    if range.upperBound == history.today { return days == 1 ? "today" : "over the last \(days) days" }
    return "from \(range.lowerBound) to \(range.upperBound)"
  }

  func chart(_ name: ChartName, _ plot: Plot, _ sentence: String, notes: [String?] = []) -> Chart {
    Chart(
      name: name.rawValue, title: name.title, sentence: sentence, plot: plot,
      notes: (notes + [untrusted]).compactMap(\.self))
  }

  /// Returns a note if there are too few rings to show anything.
  func tooFew(_ count: Int) -> String? {
    let missing = Self.leastRings - count
    return missing > 0 ? "\(Count.text(missing, "more ring")) \(missing == 1 ? "is" : "are") needed to say more." : nil
  }

  /// Note on the rings that no card ended, for charts about cards.
  var missed: String? {
    let count = rung.count { $0.timeToCard == nil }
    guard count > 0 else { return nil }
    return count == 1
      ? "1 missed ring is not in this chart: no card ended it."
      : "\(count) missed rings are not in this chart: no card ended them."
  }

  private var untrusted: String? {
    guard measures.untrusted > 0 else { return nil }
    let verb = measures.untrusted == 1 ? "is" : "are"
    return "\(Count.text(measures.untrusted, "ring")) \(verb) not in it: the clock's time was not certain."
  }

  // MARK: Series

  static let days = Axis(title: "Day", unit: .date)

  /// Returns a point for each ring that has a value in milliseconds, over its day.
  func points(_ value: (MeasuredRing) -> Int64?) -> (points: [Point], outliers: [String]) {
    Self.points(rings.compactMap { ring in value(ring).map { (ring, moment(ring), $0) } })
  }

  /// Returns points in seconds. Marks and names those beyond three standard deviations, as `2026-11-03 (26 min 40 s)`.
  static func points(
    _ values: [(ring: MeasuredRing, x: Double, milliseconds: Int64)]
  ) -> (points: [Point], outliers: [String]) {
    let places = Set(Outliers.places(in: values.map(\.milliseconds)))
    let points = values.enumerated().map { place, value in
      Point(x: value.x, y: Double(value.milliseconds) / 1000, isOutlier: places.contains(place))
    }
    let outliers = places.sorted().map {
      "\(values[$0].ring.day) (\(SpanText.format(milliseconds: values[$0].milliseconds)))"
    }
    return (points, outliers)
  }

  /// Returns the day with the fraction of it at due, so that two rings of a day do not coincide.
  private func moment(_ ring: MeasuredRing) -> Double {
    let time = history.zone.local(ring.record.due).time
    return Double(ring.day.daysSinceEpoch) + Double(time.secondsOfDay) / 86_400
  }

  private static let mostNamed = 5

  /// Example: `Far from the others: 2026-11-03 (26 min 40 s).`
  static func naming(_ outliers: [String]) -> String? {
    guard !outliers.isEmpty else { return nil }
    let more = outliers.count > mostNamed ? ", and \(outliers.count - mostNamed) more" : ""
    return "Far from the others: \(outliers.suffix(mostNamed).joined(separator: ", "))\(more)."
  }
}
