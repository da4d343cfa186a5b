import AlarmClock
import Charts
import Control
import Insight
import Testing

@testable import rouse

struct InsightChartTests {
  private static func data(_ range: String = "30d", days: Int = 21) throws -> ChartData {
    let history = try DashboardTests.dashboard(hour: "12:00", days: days).history
    return ChartData(history, try DayRange.parse(range, today: history.today))
  }

  static let sentences: [(ChartName, String)] = [
    (.waking, "Time to card fell 13 s, from 1 min 48 s to 1 min 35 s, over the last 30 days."),
    (
      .weekdays,
      "You are slowest on Mondays, with 1 min 59 s in the median, and quickest on Sundays, with 1 min 37 s."
    ),
    (
      .scores,
      "Waking is 96, excellent; Rhythm is 100, excellent; Readiness is 59, needs attention; All three is 85, excellent."
    ),
    (.hours, "16 of 16 rings were ended between 06:00 and 07:00, over the last 30 days."),
    (.lateness, "The first sound came 0 s after due in the median, 0 s at most, over the last 30 days."),
    (.snoozes, "4 snoozes, 2 wrong cards and no failed wake check in 17 rings, over the last 30 days."),
    (.quits, "1 of 17 rings was interrupted (5 %), 16 were ended by a card, over the last 30 days."),
    (.rhythm, "The longer the night after the evening's test, the later the card (r = 0.8, 3 nights)."),
  ]

  @Test(arguments: sentences)
  func aChartHasItsSentence(name: ChartName, sentence: String) throws {
    let chart = name.chart(of: try Self.data())
    #expect(chart.sentence.hasPrefix(sentence), "\(chart.sentence)")
    #expect(chart.notes.contains("1 ring of a clock that was not certain of its time is not in it."))
  }

  @Test(arguments: ChartName.allCases)
  func chartsOfCardsReportMissedRings(name: ChartName) throws {
    let (one, some) = (try Self.data(), try Self.trouble())
    let count = some.rung.count { $0.outcome != .dismissed }
    let isOfCards = [.waking, .weekdays, .hours, .rhythm].contains(name)
    #expect(name.chart(of: one).notes.contains("1 missed ring is not in this chart: no card ended it.") == isOfCards)
    let more = "\(count) missed rings are not in this chart: no card ended them."
    #expect(name.chart(of: some).notes.contains(more) == isOfCards)
  }

  @Test func chartsSayWhatTheirCountsAreOf() throws {
    #expect(try Self.trouble().lateness.notes.contains { $0.hasSuffix(" without a sound are not in this chart.") })
    #expect(try Self.data().quits.notes.contains("By week. Interruptions: no camera 1."))
    #expect(try Self.data("7d", days: 3).quits.notes.contains("By week."))
    #expect(try Self.data("365d", days: 3).quits.notes.contains("By month."))
    let quits = try Self.trouble().quits
    #expect(quits.sentence.hasPrefix("3 of 86 rings were interrupted (3 %)"), "\(quits.sentence)")
    let kinds = "Interruptions: service died 1, power gone 1, no camera 1."
    #expect(quits.notes.contains { $0.hasSuffix(kinds) }, "\(quits.notes)")
  }

  @Test func everyChartIsTried() {
    #expect(Set(Self.sentences.map(\.0)) == Set(ChartName.allCases))
  }

  @Test(arguments: ChartName.allCases)
  func withoutARingAChartSaysSo(name: ChartName) throws {
    for data in [try Self.data(days: 0), try Self.data("2020-01-01..2020-01-01")] {
      let chart = name.chart(of: data)
      #expect(!chart.sentence.isEmpty && !chart.sentence.contains("nil"))
      #expect(!chart.terminal(width: 80).isEmpty && chart.svg(Drawing(id: "a")).hasPrefix("<svg"))
      _ = try JSONText.document(ChartDocument(chart))
      if data.rings.isEmpty, name != .scores, name != .rhythm { #expect(chart.sentence.hasPrefix("No")) }
    }
  }

  @Test func oneRingIsToldAsOneAndHowManyAreMissing() throws {
    let data = try Self.data(days: 1)
    #expect(ChartName.waking.chart(of: data).notes == ["2 more rings are needed to say more."])
    #expect(data.hours.sentence == "1 of 1 ring was ended between 06:00 and 07:00, over the last 30 days.")
    #expect(
      data.quits.sentence
        == "0 of 1 ring was interrupted (0 %), 1 was ended by a card, over the last 30 days.")
  }

  /// The trusted rings that a card ended: the day, and the seconds from due to the card.
  @Test func theTableOfWakingTellsWhatTheHistoryTells() throws {
    let expected = DashboardTests.rings(days: 21).filter { $0.outcome == .dismissed && $0.trusted }.map { ring in
      [String(ring.due.prefix(10)), "\((ring.lateSeconds ?? 0) + (ring.tookSeconds ?? 0))"]
    }
    let csv = ChartName.waking.chart(of: try Self.data()).table.csv.split(separator: "\r\n").dropFirst()
    #expect(csv.map { $0.split(separator: ",").prefix(2).map(String.init) } == expected)
    #expect(expected.count == 16)
  }

  @Test func theTablesOfCountsAddUpToTheHistory() throws {
    let rings = DashboardTests.rings(days: 21).filter(\.trusted)
    func sum(_ name: ChartName, _ column: Int) throws -> Double {
      name.chart(of: try Self.data()).table.rows.reduce(0) { total, row in
        total + (row[column].number ?? 0)
      }
    }
    #expect(try sum(.snoozes, 1) == Double(rings.reduce(0) { $0 + $1.snoozes }))
    #expect(try sum(.snoozes, 2) == Double(rings.reduce(0) { $0 + $1.wrongCodes }))
    #expect(try sum(.quits, 1) == Double(rings.count { !$0.interruptions.isEmpty }))
    #expect(try sum(.quits, 1) == 1)
    #expect(try sum(.quits, 2) == Double(rings.count { $0.outcome == .dismissed }))
    #expect(try sum(.hours, 2) == Double(rings.count { $0.outcome == .dismissed }))
  }

  // MARK: Trouble

  /// Returns 90 days with outliers, all kinds of interruptions, misses, skips, and hours and weeks without a ring.
  private static func trouble() throws -> ChartData {
    let history = try ReportTests.dashboard(rings: 90).history
    return ChartData(history, try DayRange.parse("120d", today: history.today))
  }

  @Test func eachChartOfRingsMarksAndNamesItsOutliers() throws {
    let data = try Self.trouble()
    for name in [ChartName.waking, .lateness, .rhythm] {
      let chart = name.chart(of: data)
      let table = chart.table
      #expect(table.columns.last?.name == "Outlier", "\(name)")
      let marked = table.rows.filter { $0.last?.text != "-" }
      #expect(!marked.isEmpty && marked.count < table.rows.count / 10, "\(name)")
      let note = try #require(chart.notes.first { $0.hasPrefix("Far from the others: 2026-") }, "\(name)")
      #expect(chart.svg(Drawing(id: "a")).contains("(outlier)") && note.contains(" min "), "\(note)")
    }
  }

  /// Kept in `Screens`, like other screens.
  @Test(arguments: ChartName.allCases, [50, 80])
  func aChartOfTroubleLooksAsItDid(name: ChartName, columns: Int) throws {
    let shown = name.chart(of: try Self.trouble()).terminal(width: columns) + "\n"
    try ScreenTests.expectKept(shown, as: "chart-\(name.rawValue).\(columns)")
    for line in shown.split(separator: "\n") { #expect(Terminal.width(String(line)) <= columns, "\(line)") }
  }

  static let ranges: [(String, String?)] = [
    ("7d", "2026-11-16...2026-11-22"), ("1d", "2026-11-22...2026-11-22"), ("365d", "2025-11-23...2026-11-22"),
    ("2026-09-01..2026-10-31", "2026-09-01...2026-10-31"), ("2026-09-01..2026-09-01", "2026-09-01...2026-09-01"),
    ("0d", nil), ("-7d", nil), ("+7d", nil), ("d", nil), ("7", nil), ("99999999999999999999d", nil), ("36601d", nil),
    ("2026-10-31..2026-09-01", nil), ("2026-02-30..2026-03-01", nil), ("..", nil), ("0001-01-01..9999-12-31", nil),
    ("", nil), ("2026-09-01..2026-10-31..2026-11-01", nil), ("9999-12-30..9999-12-31", nil),
    ("2261-12-31..2262-01-01", nil), ("2261-01-01..2261-12-31", "2261-01-01...2261-12-31"),
  ]

  @Test(arguments: ranges)
  func aRangeIsReadOrRefused(text: String, range: String?) throws {
    let today = try #require(LocalDate("2026-11-22"))
    do throws(InvalidValue) {
      let found = try DayRange.parse(text, today: today)
      #expect("\(found.lowerBound)...\(found.upperBound)" == range)
    } catch {
      #expect(range == nil && error.field == "--range" && !error.reason.isEmpty)
    }
  }

  static let files: [(String, ChartFile?)] = [
    ("a.svg", .svg), ("A.PNG", .png), ("x.y.csv", .csv), ("x.json", .json), ("x", nil), ("svg", nil), ("x.pdf", nil),
  ]

  @Test(arguments: files)
  func theEndingOfAFileSaysWhatItIs(path: String, kind: ChartFile?) {
    #expect(ChartFile(path: path) == kind)
  }
}
