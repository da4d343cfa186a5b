import AlarmClock
import Control
import FoundationEssentials
import Testing

/// Checks each chart against a second computation, made only from `rouse history --json` and the happenings beside the
/// rings, by the rules in the article of `Insight`.
struct InsightTableTests {
  private struct Document: Decodable {
    /// Numbers are in thousandths, so that they do not differ in how they are written.
    enum Cell: Decodable, Hashable {
      case words(String)
      case thousandths(Int)
      case none

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .none
        } else if let words = try? container.decode(String.self) {
          self = .words(words)
        } else {
          self = .thousandths(Int((try container.decode(Double.self) * 1000).rounded()))
        }
      }
    }

    struct Column: Decodable { var name: String }

    var columns: [Column]
    var rows: [[Cell]]
  }

  private typealias Cell = Document.Cell
  private struct History: Decodable { var rings: [HistoryView] }

  @Test func theTableOfEachChartTellsWhatTheHistoryTells() async throws {
    try await Clock.withoutDaemon(zone: "Europe/Berlin") { clock in
      let happenings = try clock.keepHistory(days: 95)
      try await clock.start()
      let today = try #require(LocalDate(String(try await clock.status.clock.now.prefix(10))))
      // Only days that are over, so that a midnight during the test changes nothing.
      let range = today.adding(days: -90)...today.adding(days: -1)
      let told = try await clock.decode(History.self, "history", "--json", "--limit", "1000").rings
      let expected = Expected(try told.map(Ring.init), happenings, range)
      #expect(expected.rings.count > 80 && expected.untrusted > 1)
      for (name, rows) in expected.tables {
        let table = try await clock.decode(
          Document.self, "insight", "chart", name, "--json", "--range", "\(range.lowerBound)..\(range.upperBound)")
        #expect(table.rows.count == rows.count && !rows.isEmpty, "\(name)")
        for (row, wanted) in zip(table.rows, rows) { #expect(row == wanted, "\(name)") }
        #expect(table.rows.allSatisfy { $0.count == table.columns.count }, "\(name)")
        let hasOutliers = ["waking", "lateness", "rhythm"].contains(name)
        #expect((table.columns.last?.name == "Outlier") == hasOutliers, "\(name)")
      }
      #expect(Set(expected.tables.map(\.name)).count == 7)
    }
  }

  // MARK: Second computation

  private struct Ring {
    let view: HistoryView
    let due: Instant
    let day: LocalDate
    let milliseconds: Int?
    let late: Int?

    init(_ view: HistoryView) throws {
      self.view = view
      due = try #require(RFC3339.parse(view.due))
      day = try #require(LocalDate(String(view.due.prefix(10))))
      func after(_ text: String?, _ due: Instant) -> Int? {
        text.flatMap(RFC3339.parse).map { max(0, Int(($0.nanoseconds - due.nanoseconds) / 1_000_000)) }
      }
      milliseconds = view.outcome == .dismissed ? after(view.ended, due) : nil
      late = after(view.began, due)
    }

    var isSkipped: Bool { view.outcome == .skipped }
    /// When the card came: the weekday, the hour and the minute of the day.
    var woke: (weekday: Weekday, hour: Int, minute: Int)? {
      guard milliseconds != nil, let ended = view.ended, let day = LocalDate(String(ended.prefix(10))) else {
        return nil
      }
      let clock = ended.dropFirst(11).prefix(5).split(separator: ":").compactMap { Int($0) }
      return (day.weekday, clock[0], clock[0] * 60 + clock[1])
    }
  }

  private struct Expected {
    let rings: [Ring]
    let untrusted: Int
    let happenings: [Happening]
    let range: ClosedRange<LocalDate>

    init(_ all: [Ring], _ happenings: [Happening], _ range: ClosedRange<LocalDate>) {
      rings = all.filter { $0.view.trusted && $0.view.ended != nil && range.contains($0.day) }
      untrusted = all.count { !$0.view.trusted && range.contains($0.day) }
      (self.happenings, self.range) = (happenings, range)
    }

    private var dismissed: [Ring] { rings.filter { $0.milliseconds != nil } }

    var tables: [(name: String, rows: [[Cell]])] {
      [
        ("waking", waking), ("lateness", lateness), ("weekdays", weekdays), ("hours", hours), ("snoozes", snoozes),
        ("quits", quits), ("rhythm", rhythm),
      ]
    }

    private static func outliers(_ values: [Int]) -> [Bool] {
      let mean = Double(values.reduce(0, +)) / Double(values.count)
      let variance = values.map { (Double($0) - mean) * (Double($0) - mean) }.reduce(0, +) / Double(values.count)
      return values.map { values.count >= 10 && abs(Double($0) - mean) > 3 * variance.squareRoot() }
    }

    private static func median(_ values: [Int]) -> Int {
      let sorted = values.sorted()
      let middle = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    private static func words(_ day: LocalDate) -> Cell { .words("\(day)") }

    private var waking: [[Cell]] {
      let times = dismissed.compactMap(\.milliseconds)
      let marks = Self.outliers(times)
      return dismissed.enumerated().map { place, ring in
        let usual = place < 6 ? Cell.none : .thousandths(Self.median(Array(times[(place - 6)...place])))
        return [
          Self.words(ring.day), .thousandths(times[place]), usual, marks[place] ? .words("Each ring") : .none,
        ]
      }
    }

    private var lateness: [[Cell]] {
      let rung = rings.filter { $0.late != nil }
      let times = rung.compactMap(\.late)
      return zip(rung, zip(times, Self.outliers(times))).map { ring, value in
        [Self.words(ring.day), .thousandths(value.0), value.1 ? .words("Each ring") : .none]
      }
    }

    private var weekdays: [[Cell]] {
      Weekday.allCases.map { weekday in
        let times = dismissed.filter { $0.day.weekday == weekday }.compactMap(\.milliseconds)
        return [
          .words(weekday.shortName), .thousandths(Self.median(times)), times.max().map(Cell.thousandths) ?? .none,
        ]
      }
    }

    private var hours: [[Cell]] {
      let wakes = dismissed.compactMap(\.woke)
      return Weekday.allCases.flatMap { weekday in
        (0..<24).compactMap { hour -> [Cell]? in
          let count = wakes.count { $0.weekday == weekday && $0.hour == hour }
          let name = hour < 10 ? "0\(hour)" : "\(hour)"
          return count == 0 ? nil : [.words(weekday.shortName), .words(name), .thousandths(count * 1000)]
        }
      }
    }

    /// Returns a row per week, with sums over its rings.
    private func weeks(_ values: [(HistoryView) -> Int]) -> [[Cell]] {
      let days = (0..<90).map { range.lowerBound.adding(days: $0) }
      let mondays = Set(days.map { $0.adding(days: 1 - $0.weekday.rawValue) })
      return mondays.sorted().map { monday in
        let week = rings.filter { (monday...monday.adding(days: 6)).contains($0.day) && !$0.isSkipped }
        return [Self.words(monday)]
          + values.map { value in
            week.isEmpty ? .none : .thousandths(week.reduce(0) { $0 + value($1.view) } * 1000)
          }
      }
    }

    private var snoozes: [[Cell]] { weeks([\.snoozes, \.wrongCodes, \.failedWakeChecks]) }
    private var quits: [[Cell]] { weeks([{ $0.interruptions.isEmpty ? 0 : 1 }, { $0.outcome == .dismissed ? 1 : 0 }]) }

    private var rhythm: [[Cell]] {
      [("After the test", [.bedtimePassed, .bedtimeFailed]), ("After noise", [.noise])].flatMap {
        (name: String, kinds: [Happening.Kind]) -> [[Cell]] in
        let nights = dismissed.compactMap { ring -> (minutes: Int, time: Int)? in
          let before = happenings.last { kinds.contains($0.kind) && $0.began <= ring.due }
          guard let before, let time = ring.milliseconds else { return nil }
          let minutes = Int((ring.due.nanoseconds - before.began.nanoseconds) / 60_000_000_000)
          return minutes <= 14 * 60 ? (minutes, time) : nil
        }
        let marked = zip(nights, Self.outliers(nights.map(\.time))).sorted {
          ($0.0.minutes, $0.0.time) < ($1.0.minutes, $1.0.time)
        }
        return marked.map { night, isOutlier in
          let hours = Int((Double(night.minutes) * 1000 / 60).rounded())
          return [.words(name), .thousandths(hours), .thousandths(night.time), isOutlier ? .words("yes") : .none]
        }
      }
    }
  }
}
