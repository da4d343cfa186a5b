import AlarmClock
import ArgumentParser
import Charts
import Insight

enum ChartName: String, CaseIterable, ExpressibleByArgument {
  case waking, weekdays, scores, hours, lateness, snoozes, quits, rhythm

  var title: String {
    switch self {
    case .waking: "From due to the card"
    case .weekdays: "From due to the card, by weekday"
    case .scores: "Scores of the last seven days"
    case .hours: "When the card came"
    case .lateness: "How late the first sound came"
    case .snoozes: "Snoozes, wrong cards and failed wake checks"
    case .quits: "Rings that were interrupted, and rings that a card ended"
    case .rhythm: "Time in bed, as far as is known, and time to the card"
    }
  }

  func chart(of data: ChartData) -> Chart {
    switch self {
    case .waking: data.waking
    case .weekdays: data.weekdays
    case .scores: data.scores
    case .hours: data.hours
    case .lateness: data.lateness
    case .snoozes: data.snoozes
    case .quits: data.quits
    case .rhythm: data.rhythm
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

  func chart(_ name: ChartName, _ plot: Plot, _ sentence: String, notes: [String] = []) -> Chart {
    Chart(name: name.rawValue, title: name.title, sentence: sentence, plot: plot, notes: notes + untrusted)
  }

  /// Returns a note if there are too few rings to show anything.
  func tooFew(_ count: Int, _ what: String = "ring") -> String? {
    guard count < Self.leastRings else { return nil }
    let missing = Self.leastRings - count
    return "\(Count.text(missing, "more " + what)) \(missing == 1 ? "is" : "are") needed to say more."
  }

  /// Note on the rings that no card ended, for charts about cards.
  var missed: String? {
    let count = rung.count { $0.timeToCard == nil }
    guard count > 0 else { return nil }
    return count == 1
      ? "1 missed ring is not in this chart: no card ended it."
      : "\(count) missed rings are not in this chart: no card ended them."
  }

  private var untrusted: [String] {
    guard measures.untrusted > 0 else { return [] }
    let verb = measures.untrusted == 1 ? "is" : "are"
    return [
      "\(Count.text(measures.untrusted, "ring")) of a clock that was not certain of its time \(verb) not in it."
    ]
  }

  // MARK: Series

  static let days = Axis(title: "Day", unit: .date)

  /// Returns a point in seconds for each ring that has a value in milliseconds. Marks and names those beyond three
  /// standard deviations.
  func series(_ name: String, _ value: (MeasuredRing) -> Int64?) -> (series: Series, outliers: [String]) {
    let known = rings.compactMap { ring in value(ring).map { (ring, $0) } }
    let places = Set(Outliers.places(in: known.map(\.1)))
    let points = known.enumerated().map { place, pair in
      Point(x: moment(pair.0), y: Double(pair.1) / 1000, isOutlier: places.contains(place))
    }
    return (Series(name: name, points: points), places.sorted().map { Self.name(known[$0].0, known[$0].1) })
  }

  /// Example: `2026-11-03 (26 min 40 s)`.
  static func name(_ ring: MeasuredRing, _ milliseconds: Int64) -> String {
    "\(ring.day) (\(SpanText.format(milliseconds: milliseconds)))"
  }

  /// Returns the day with the fraction of it at due, so that two rings of a day do not coincide.
  private func moment(_ ring: MeasuredRing) -> Double {
    let time = history.zone.local(ring.record.due).time
    return Double(ring.day.daysSinceEpoch) + Double(time.secondsOfDay) / 86_400
  }

  private static let mostNamed = 5

  /// Example: `Far from the others: 2026-11-03 (26 min 40 s).`
  static func naming(_ outliers: [String]) -> [String] {
    guard !outliers.isEmpty else { return [] }
    let more = outliers.count > mostNamed ? ", and \(outliers.count - mostNamed) more" : ""
    return ["Far from the others: \(outliers.suffix(mostNamed).joined(separator: ", "))\(more)."]
  }

  /// Rings by week, or by month for a long range, with the first day of each.
  var spans: (unit: String, spans: [(first: LocalDate, rings: [MeasuredRing])]) {
    let isLong = range.upperBound.daysSinceEpoch - range.lowerBound.daysSinceEpoch > Self.longestInWeeks
    func first(_ day: LocalDate) -> LocalDate {
      isLong ? LocalDate(year: day.year, month: day.month, day: 1) ?? day : day.adding(days: 1 - day.weekday.rawValue)
    }
    var firsts: [LocalDate] = []
    var day = range.lowerBound
    while day <= range.upperBound {
      if firsts.last != first(day) { firsts.append(first(day)) }
      day = day.adding(days: 1)
    }
    let groups = Dictionary(grouping: rings) { first($0.day) }
    return (isLong ? "month" : "week", firsts.map { ($0, groups[$0] ?? []) })
  }

  private static let longestInWeeks: Int64 = 190
}
