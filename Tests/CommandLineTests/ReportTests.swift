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
    for days in [7, 30, 90, 365] {
      let today = dashboard.history.today
      let measures = Measures(dashboard.history, today.adding(days: 1 - days)...today)
      let verb = measures.quitRings == 1 ? "was" : "were"
      #expect(page.contains("\(measures.quitRings) of \(measures.rung) rings \(verb) interrupted"), "\(days)")
      #expect(page.contains("<th>forced quits<td>\(measures.quitRings) of \(measures.rung) rings"))
      #expect(page.contains("value=\"\(days)\"") && page.contains("<caption>All measures, last \(days) days<"))
      for name in ChartName.allCases where name != .scores {
        #expect(page.contains("<caption>\(name.title), last \(days) days</caption>"), "\(name), \(days)")
      }
    }
    let quits = Measures(dashboard.history, dashboard.history.today.adding(days: -364)...dashboard.history.today).quits
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
    #expect(page.contains("<p>Nothing rang in the last 365 days. Charts need a first ring.</p>"))
    #expect(page.contains("<code>rouse setup</code>"))
    for part in ["<svg", "<table", "<button", "<script", "<h2"] { #expect(!page.contains(part), "\(part)") }
  }

  /// The content security policy allows exactly this style and script.
  @Test func thePolicyHasTheDigestsOfStyleAndScript() throws {
    let folder = try TemporaryFolder()
    for (text, digest) in [(ReportPage.style, ReportPage.styleHash), (ReportPage.script, ReportPage.scriptHash)] {
      try Data(text.utf8).write(to: URL(filePath: folder.path + "/text"))
      let pipe = try #require(
        popen(
          "python3 -c 'import base64,hashlib,sys; print(base64.b64encode(hashlib.sha256(open(sys.argv[1],\"rb\").read()).digest()).decode())' '\(folder.path)/text'",
          "r"))
      var line = [UInt8](repeating: 0, count: 100)
      let count = fread(&line, 1, line.count, pipe)
      #expect(pclose(pipe) == 0)
      #expect(String(decoding: line[..<max(0, count - 1)], as: UTF8.self) == digest, "put it into ReportPage.swift")
    }
    // A browser hashes the text between the tags, and would end it at these characters.
    #expect(!ReportPage.style.contains("</") && !ReportPage.script.contains("</"))
  }

  @Test func whatPeopleHaveTypedIsNeverMarkup() throws {
    let page = try Self.page(rings: 60, label: Self.hostile, days: 30)
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(!page.contains("alert(1)</script>") && !page.contains("\u{202E}"))
    #expect(page.contains("&lt;script&gt;alert(1)"))
  }

  @Test func backQuotesThatPeopleHaveTypedMakeNoCommand() throws {
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

  @Test func nothingIsLoadedFromAnywhere() throws {
    let page = try Self.page(rings: 30)
    for word in ["src=", "href=\"h", "url(h", "@import", "fetch(", "XMLHttpRequest", "//cdn"] {
      #expect(!page.contains(word), "\(word)")
    }
    let links = page.components(separatedBy: "http").dropFirst().map { String($0.prefix(26)) }
    #expect(links.allSatisfy { $0.hasPrefix("://www.w3.org/2000/svg") || $0.hasPrefix("-equiv") }, "\(links)")
  }

  @Test func theTableOfRingsTellsEachOfThem() throws {
    let dashboard = try Self.dashboard(rings: 50)
    let page = ReportPage(dashboard: dashboard, days: 365).html
    let history = try #require(page.components(separatedBy: "<h2>History</h2>").last)
    #expect(history.components(separatedBy: "<tr>").count - 2 == dashboard.history.rings.count)
    #expect(dashboard.history.rings.count == 49)
  }

  // MARK: Colors

  /// A foreground color, its background, and the least contrast (WCAG 2.1, 1.4.3 and 1.4.11).
  static let pairs: [(String, String, Double)] = [
    ("ink", "ground", 4.5), ("quiet", "ground", 4.5), ("ink", "shade", 4.5), ("ground", "ink", 4.5),
    ("line", "ground", 3), ("focus", "ground", 3), ("focus", "shade", 3),
  ]

  /// Charts and the page have the same background, so a contrast to one, also of the focus, is a contrast to the other.
  @Test func chartsAndThePageHaveOneGround() throws {
    let blocks = ReportPage.style.components(separatedBy: ":root {").dropFirst()
    for (block, palette) in zip(blocks, [Palette.light, .dark]) {
      #expect(block.contains("--ground: \(palette[.surface]);") && block.contains("--ink: \(palette[.ink]);"))
      #expect(block.contains("--quiet: \(palette[.muted]);"))
    }
  }

  @Test(arguments: pairs)
  func coloursOfThePageDifferEnough(text: String, behind: String, least: Double) throws {
    let blocks = ReportPage.style.components(separatedBy: ":root {").dropFirst()
    try #require(blocks.count == 2)
    for block in blocks {
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
}
