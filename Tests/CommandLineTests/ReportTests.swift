import AlarmClock
import Charts
import FoundationEssentials
import Glibc
import Insight
import TestSupport
import Testing

@testable import Control
@testable import rouse

/// The page of `rouse insight report`. `Tests/PageTests/report` checks the files from here in a real browser.
struct ReportTests {
  private static let hostile = "</script><script>alert(1)</script> \"'&=cmd|' /C calc'!A0 🚆\u{202E}"

  /// Returns a dashboard with up to two rings a day and trouble of all kinds.
  static func dashboard(
    rings count: Int, label: String = "Work", seed: UInt64 = 1, change: (inout StatusView) -> Void = { _ in }
  ) throws(ControlError) -> Dashboard {
    var random = SeededGenerator(state: seed)
    var status = Sample.status(verdict: VerdictView(state: .ready), next: Sample.occurrence())
    change(&status)
    status.clock.now = "2026-11-22T12:00:00+00:00"
    status.clock.zone = "UTC"
    let today = Instant(seconds: 1_795_305_600)
    func text(_ instant: Instant) -> String { RFC3339.format(instant, in: .utc) }
    var happenings: [HappeningView] = []
    let kinds: [InterruptionView.Kind] = [.noCamera, .serviceDied, .powerGone, .serviceStopped]
    let rings = (0..<count).map { index -> HistoryView in
      let daysAgo = Int64(count - 1 - index) * 365 / Int64(max(count, 365))
      let later = Int64(index % 7 / 5 * 4000)
      let due = today - .seconds(86_400 * daysAgo - later) + .seconds(Int64.random(in: 25_200...27_000, using: &random))
      let took = Int64.random(in: 20...200, using: &random) * (index % 40 == 7 ? 9 : 1)
      let outcome: HistoryView.Outcome =
        index % 50 == 3 ? .missed : index % 50 == 17 ? .missedUnrung : index % 29 == 5 ? .skipped : .dismissed
      let late: Int64 = index % 60 == 9 ? 90_000 : Int64(index % 30)
      let began = outcome == .missedUnrung || outcome == .skipped ? nil : due + .milliseconds(late)
      for (kind, every) in [("bedtime_passed", 2), ("bedtime_failed", 11), ("noise", 3), ("wrong_card", 40)]
      where index % every == 0 {
        let begin = due - .seconds(Int64.random(in: 20_000...33_000, using: &random))
        happenings.append(HappeningView(kind: kind, began: text(begin), ended: text(begin), label: label))
      }
      let kind = kinds[index / 33 % kinds.count]
      let quit = index % 33 == 0 ? [InterruptionView(kind: kind, began: text(due), ended: text(due))] : []
      return HistoryView(
        alarmId: "k3f9xa", label: label, due: text(due), began: began.map(text), ended: text(due + .seconds(took)),
        outcome: outcome, card: outcome == .dismissed ? label : nil, lateSeconds: 0, tookSeconds: Int(took),
        snoozes: index % 4 == 0 ? 1 : 0, wrongCodes: index % 10 == 0 ? 2 : 0, unreadSeconds: index % 9, wakeChecks: 1,
        failedWakeChecks: index % 20 == 0 ? 1 : 0, trusted: index % 90 != 1, interruptions: quit)
    }
    return try Dashboard(status, [Sample.card], rings, happenings, zone: .utc)
  }

  private static func page(rings: Int, label: String = "Work", days: Int = 365) throws -> String {
    ReportPage(dashboard: try dashboard(rings: rings, label: label), days: days).html
  }

  /// Writes the pages for the browser into the folder in ROUSE_REPORTS.
  @Test func aYearOfAllKindsOfTroubleFitsIntoAPage() throws {
    let pages = try [
      "year": Self.page(rings: 400), "week": Self.page(rings: 400, days: 7), "empty": Self.page(rings: 0),
      "hostile": Self.page(rings: 60, label: Self.hostile, days: 30),
    ]
    let size = pages["year"]?.utf8.count ?? .max
    print("figure: the report of a year, 400 rings: \(size / 1000) kB")
    #expect(size < 300_000)
    guard let folder = getenv("ROUSE_REPORTS").map({ String(cString: $0) }) else { return }
    for (name, page) in pages { try Data(page.utf8).write(to: URL(filePath: "\(folder)/\(name).html")) }
  }

  @Test func thePageTellsOfAllTroubleInEachRange() throws {
    let dashboard = try Self.dashboard(rings: 400)
    let page = ReportPage(dashboard: dashboard, days: 365).html
    let today = dashboard.history.today
    for days in [7, 30, 90, 365] {
      let measures = Measures(dashboard.history, today.adding(days: 1 - days)...today)
      let verb = measures.quitRings == 1 ? "was" : "were"
      #expect(page.contains("\(measures.quitRings) of \(measures.rung) rings \(verb) interrupted"), "\(days)")
      #expect(page.contains("<th>forced quits<td>\(measures.quitRings) of \(measures.rung) rings"))
      #expect(page.contains("value=\"\(days)\"") && page.contains("<caption>All measures, last \(days) days<"))
      for name in ChartName.allCases where name != .scores {
        #expect(page.contains("<caption>\(name.title), last \(days) days</caption>"), "\(name), \(days)")
      }
    }
    let quits = Measures(dashboard.history, today.adding(days: -364)...today).quits
    #expect(quits.count == Happening.interruptions.count)
    let kinds = Happening.interruptions.map { "\($0.words) \(quits[$0] ?? 0)" }
    #expect(page.contains("By month. Interruptions: \(kinds.joined(separator: ", "))."))
    // No table is missing, and there is no button for more days than there are.
    let week = ReportPage(dashboard: dashboard, days: 7).html
    #expect(week.components(separatedBy: "<button").count == 2 && !week.contains("data-days=\"30\""))
  }

  @Test func withoutARingThePageIsOneSentenceAndTheFirstStep() throws {
    let dashboard = try Self.dashboard(rings: 0) {
      $0.next = nil
      $0.verdict = VerdictView(state: .nothingSet, firstStep: "rouse setup")
    }
    let page = ReportPage(dashboard: dashboard, days: 365).html
    #expect(page.contains("<p>Nothing rang in the last 365 days. Charts appear after the first ring.</p>"))
    #expect(page.contains("<code>rouse setup</code>"))
    for part in ["<svg", "<table", "<button", "<script", "<h2"] { #expect(!page.contains(part), "\(part)") }
  }

  /// The content security policy allows exactly this style and script.
  @Test func thePolicyHasTheDigestsOfStyleAndScript() throws {
    let script =
      "import base64, hashlib, sys\nsum = hashlib.sha256(sys.argv[1].encode()).digest()\n"
      + "print(end=base64.b64encode(sum).decode())"
    for (text, digest) in [(ReportPage.style, ReportPage.styleHash), (ReportPage.script, ReportPage.scriptHash)] {
      let result = try StartedProgram.run("python3", arguments: ["-c", script, text], isQuiet: true)
      #expect(result.output == Array(digest.utf8), "put it into ReportPage.swift")
    }
    // A browser hashes the text between the tags, and would end it at these characters.
    #expect(!ReportPage.style.contains("</") && !ReportPage.script.contains("</"))
  }

  @Test func whatPeopleHaveTypedIsNeverMarkupAndItsBackQuotesMakeNoCommand() throws {
    let hostile = try Self.page(rings: 60, label: Self.hostile, days: 30)
    #expect(hostile.components(separatedBy: "<script").count == 2)
    #expect(!hostile.contains("alert(1)</script>") && !hostile.contains("\u{202E}"))
    #expect(hostile.contains("&lt;script&gt;alert(1)"))
    let label = "a`rouse restore x`b`"
    let dashboard = try Self.dashboard(rings: 4000, label: label) { status in
      status.rings = [Sample.ring(.ringing)]
      status.next?.label = label
      status.rings[0].label = label
    }
    #expect(dashboard.findings.contains { $0.evidence.contains(label) })
    let page = ReportPage(dashboard: dashboard, days: 30).html
    let commands = page.components(separatedBy: "<code>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(commands.contains("rouse test bedtime") && commands.allSatisfy { $0.hasPrefix("rouse ") }, "\(commands)")
    #expect(!commands.contains { $0.contains("restore") })
    #expect(page.contains("Next: \(label) rings") && page.contains("RINGING: \(label) ("))
  }

  @Test func nothingIsLoadedFromAnywhereAndTheTableOfRingsTellsEachOfThem() throws {
    let dashboard = try Self.dashboard(rings: 50)
    let page = ReportPage(dashboard: dashboard, days: 365).html
    for word in ["src=", "href=\"h", "url(h", "@import", "fetch(", "XMLHttpRequest", "//cdn"] {
      #expect(!page.contains(word), "\(word)")
    }
    let links = page.components(separatedBy: "http").dropFirst().map { String($0.prefix(26)) }
    #expect(links.allSatisfy { $0.hasPrefix("://www.w3.org/2000/svg") || $0.hasPrefix("-equiv") }, "\(links)")
    let history = try #require(page.components(separatedBy: "<h2>History</h2>").last)
    #expect(dashboard.history.rings.count == 49 && history.components(separatedBy: "<tr>").count == 51)
  }

  /// A foreground color, its background, and the least contrast (WCAG 2.1, 1.4.3 and 1.4.11). Charts have the same
  /// background as the page, so a contrast to one, also of the focus, is a contrast to the other.
  @Test(arguments: [
    ("ink", "ground", 4.5), ("quiet", "ground", 4.5), ("ink", "shade", 4.5), ("ground", "ink", 4.5),
    ("line", "ground", 3), ("focus", "ground", 3), ("focus", "shade", 3),
  ])
  func coloursOfThePageAreThoseOfChartsAndDifferEnough(text: String, behind: String, least: Double) throws {
    let blocks = ReportPage.style.components(separatedBy: ":root {").dropFirst()
    try #require(blocks.count == 2)
    for (block, palette) in zip(blocks, [Palette.light, .dark]) {
      #expect(block.contains("--ground: \(palette[.surface]);") && block.contains("--ink: \(palette[.ink]);"))
      #expect(block.contains("--quiet: \(palette[.muted]);"))
      func colour(_ name: String) throws -> Double {
        let hex = try #require(block.components(separatedBy: "--\(name): #").dropFirst().first).prefix(6)
        let value = try #require(Int(hex, radix: 16))
        let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
          let share = Double(part) / 255
          return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
      }
      let (one, other) = (try colour(text), try colour(behind))
      #expect((max(one, other) + 0.05) / (min(one, other) + 0.05) >= least, "\(text) on \(behind)")
    }
  }

  private static func data(_ range: String = "30d", days: Int = 21) throws -> ChartData {
    let history = try DashboardTests.dashboard(hour: "12:00", days: days).history
    return ChartData(history, try DayRange.parse(range, today: history.today))
  }

  static let sentences: [(ChartName, String)] = [
    (.waking, "Time to card fell 13 s, from 1 min 48 s to 1 min 35 s, over the last 30 days."),
    (
      .weekdays,
      "You are slowest on Mondays, with a median of 1 min 59 s, and quickest on Sundays, with 1 min 37 s."
    ),
    (
      .scores,
      "Waking is 96, excellent; Rhythm is 100, excellent; Readiness is 59, needs attention; All three is 85, excellent."
    ),
    (.hours, "16 of 16 rings were ended between 06:00 and 07:00, over the last 30 days."),
    (.lateness, "The first sound came 0 s after the due time (median), 0 s at most, over the last 30 days."),
    (.snoozes, "4 snoozes, 2 wrong cards and no failed wake check in 17 rings, over the last 30 days."),
    (.quits, "1 of 17 rings was interrupted (5 %), 16 were ended by a card, over the last 30 days."),
    (.rhythm, "The longer the night after the evening's test, the later the card (r = 0.8, 3 nights)."),
  ]

  @Test(arguments: sentences)
  func aChartHasItsSentence(name: ChartName, sentence: String) throws {
    let chart = name.chart(of: try Self.data())
    #expect(chart.sentence.hasPrefix(sentence), "\(chart.sentence)")
    #expect(chart.notes.contains("1 ring is not in it: the clock's time was not certain."))
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

  @Test func chartsSayWhatTheirCountsAreOfAndOneRingIsToldAsOneWithHowManyAreMissing() throws {
    #expect(Set(Self.sentences.map(\.0)) == Set(ChartName.allCases))
    let data = try Self.data(days: 1)
    #expect(ChartName.waking.chart(of: data).notes == ["2 more rings are needed to say more."])
    #expect(data.hours.sentence == "1 of 1 ring was ended between 06:00 and 07:00, over the last 30 days.")
    let one = "0 of 1 ring was interrupted (0 %), 1 was ended by a card, over the last 30 days."
    #expect(data.quits.sentence == one)
    #expect(try Self.trouble().lateness.notes.contains { $0.hasSuffix(" without a sound are not in this chart.") })
    #expect(try Self.data().quits.notes.contains("By week. Interruptions: no camera 1."))
    #expect(try Self.data("7d", days: 3).quits.notes.contains("By week."))
    #expect(try Self.data("365d", days: 3).quits.notes.contains("By month."))
    let quits = try Self.trouble().quits
    #expect(quits.sentence.hasPrefix("3 of 86 rings were interrupted (3 %)"), "\(quits.sentence)")
    let kinds = "Interruptions: service died 1, power gone 1, no camera 1."
    #expect(quits.notes.contains { $0.hasSuffix(kinds) }, "\(quits.notes)")
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

  /// The trusted rings that a card ended: the day, and the seconds from due to the card.
  @Test func theTablesOfWakingAndOfCountsTellWhatTheHistoryTells() throws {
    let rings = DashboardTests.rings(days: 21).filter(\.trusted)
    let expected = rings.filter { $0.outcome == .dismissed }.map { ring in
      [String(ring.due.prefix(10)), "\((ring.lateSeconds ?? 0) + (ring.tookSeconds ?? 0))"]
    }
    let csv = ChartName.waking.chart(of: try Self.data()).table.csv.split(separator: "\r\n").dropFirst()
    #expect(csv.map { $0.split(separator: ",").prefix(2).map(String.init) } == expected)
    #expect(expected.count == 16)
    func sum(_ name: ChartName, _ column: Int) throws -> Double {
      name.chart(of: try Self.data()).table.rows.reduce(0) { $0 + ($1[column].number ?? 0) }
    }
    #expect(try sum(.snoozes, 1) == Double(rings.reduce(0) { $0 + $1.snoozes }))
    #expect(try sum(.snoozes, 2) == Double(rings.reduce(0) { $0 + $1.wrongCodes }))
    #expect(try sum(.quits, 1) == Double(rings.count { !$0.interruptions.isEmpty }))
    #expect(try sum(.quits, 1) == 1)
    #expect(try sum(.quits, 2) == Double(rings.count { $0.outcome == .dismissed }))
    #expect(try sum(.hours, 2) == Double(rings.count { $0.outcome == .dismissed }))
  }

  /// Returns 90 days with outliers, all kinds of interruptions, misses, skips, and hours and weeks without a ring.
  private static func trouble() throws -> ChartData {
    let history = try dashboard(rings: 90).history
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

  @Test(arguments: [
    ("7d", "2026-11-16...2026-11-22"), ("1d", "2026-11-22...2026-11-22"), ("365d", "2025-11-23...2026-11-22"),
    ("2026-09-01..2026-10-31", "2026-09-01...2026-10-31"), ("2026-09-01..2026-09-01", "2026-09-01...2026-09-01"),
    ("0d", nil), ("-7d", nil), ("+7d", nil), ("d", nil), ("7", nil), ("99999999999999999999d", nil), ("36601d", nil),
    ("2026-10-31..2026-09-01", nil), ("2026-02-30..2026-03-01", nil), ("..", nil), ("0001-01-01..9999-12-31", nil),
    ("", nil), ("2026-09-01..2026-10-31..2026-11-01", nil), ("9999-12-30..9999-12-31", nil),
    ("2261-12-31..2262-01-01", nil), ("2261-01-01..2261-12-31", "2261-01-01...2261-12-31"),
  ])
  func aRangeIsReadOrRefused(text: String, range: String?) throws {
    let today = try #require(LocalDate("2026-11-22"))
    do throws(InvalidValue) {
      let found = try DayRange.parse(text, today: today)
      #expect("\(found.lowerBound)...\(found.upperBound)" == range)
    } catch {
      #expect(range == nil && error.field == "--range" && !error.reason.isEmpty)
    }
  }

  @Test(arguments: [
    ("a.svg", ChartFile.svg), ("A.PNG", .png), ("x.y.csv", .csv), ("x.json", .json), ("x", nil), ("svg", nil),
    ("x.pdf", nil),
  ])
  func theEndingOfAFileSaysWhatItIs(path: String, kind: ChartFile?) {
    #expect(ChartFile(path: path) == kind)
  }
}
