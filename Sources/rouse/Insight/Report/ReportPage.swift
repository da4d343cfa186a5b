import AlarmClock
import Charts
import Control
import Insight

/// An HTML page that loads nothing: it contains its style and script.
struct ReportPage {
  let dashboard: Dashboard
  /// Number of days up to today, at least 1.
  let days: Int

  /// Numbers of days for the buttons, ascending.
  private var ranges: [Int] { [7, 30, 90, 365].filter { $0 < days } + [days] }

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="viewport" content="width=device-width">
    <title>Waking report, \(dashboard.history.today)</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <main>
    \((isEmpty ? [heading, nothing] : [heading, summary, charts, history]).joined(separator: "\n"))
    </main>
    \(isEmpty ? "" : "<script>\(Self.script)</script>")
    </body>
    </html>

    """
  }

  // MARK: Style and script

  static let style = Palette.css + "\n" + String(decoding: PackageResources.report_css, as: UTF8.self)
  static let script = String(decoding: PackageResources.report_js, as: UTF8.self)

  /// The page loads nothing and runs only what has these SHA-256 hashes
  /// (https://www.w3.org/TR/CSP3/#match-element-to-source-list). A test recomputes them.
  static let styleHash = "YqC1fYQWZmjtIbkd6TBMu3bJcI8Vt9RjfCYNtzdxZYc="
  static let scriptHash = "98EIfX7xQGrtCUwyVk/K9lkW3xzC5x8EFlS9bfl4FOc="

  private static let policy =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; base-uri 'none'; "
    + "form-action 'none'"

  // MARK: Parts

  private var heading: String {
    let stamp = TimePhrase.stamp(dashboard.status.clock.now, .wholeMinutes)
    return """
      <h1>Waking report</h1>
      <p class="quiet">Made by the clock on \(Markup.escaped(stamp)), for the last \(Count.text(days, "day")).</p>
      """
  }

  private var verdict: [String] { VerdictText.lines(Self.shielded(dashboard.status), Style()).map(Self.paragraph) }

  /// Whether all charts would be empty.
  private var isEmpty: Bool { dashboard.history.rings(in: dashboard.history.last(days)).isEmpty }

  private var nothing: String {
    let sentence = "Nothing rang in the last \(Count.text(days, "day")). Charts appear after the first ring."
    return ([Self.paragraph(sentence)] + verdict).joined(separator: "\n")
  }

  private var summary: String {
    let today = DashboardText.today(dashboard).map { "<li>\(Markup.escaped($0))</li>" }
    let chart = ChartName.scores.chart(of: ChartData(dashboard.history, dashboard.history.last(1)))
    let explained = ScoreText.explanation(dashboard.today, Style()).map { Self.paragraph($0) }
    let findings = dashboard.findings.map { finding in
      "<li>\(Markup.escaped("\(finding.evidence) \(finding.advice)")): \(Self.command(finding.command)).</li>"
    }
    return """
      <h2>Today</h2>
      \(verdict.joined(separator: "\n"))
      <ul>\(today.joined())</ul>
      <h2>Scores</h2>
      <figure><figcaption>\(Markup.escaped(chart.sentence))</figcaption>
      \(Self.svg(chart, id: chart.name))</figure>
      \(explained.joined(separator: "\n"))
      \(Self.table(chart, caption: chart.title))
      <h2>Findings</h2>
      \(findings.isEmpty ? "<p>\(Self.sentence(DashboardText.withoutFinding(dashboard)))</p>" : "<ol>\(findings.joined(separator: "\n"))</ol>")
      """
  }

  private var charts: String {
    let buttons = ranges.map {
      "<button type=\"button\" value=\"\($0)\" aria-pressed=\"false\">\(Self.days($0))</button>"
    }
    let names = ChartName.allCases.filter { $0 != .scores }
    return """
      <h2>Charts and measures</h2>
      <fieldset class="choice" id="ranges" data-first="\(ranges.last { $0 <= Self.firstShown } ?? ranges[0])" hidden>\
      <legend>Days</legend>\(buttons.joined())</fieldset>
      \(names.map(section).joined(separator: "\n"))
      \(measures)
      """
  }

  /// The measures of `--detailed` for each range.
  private var measures: String {
    let tables = ranges.map { days in
      let listing = MeasuresText.listing(Measures(dashboard.history, dashboard.history.last(days)))
      let rows = listing.entries.map { [$0.key, $0.values.joined(separator: "; ")] }
      let table = Self.table(["Measure", "Value"], rows, caption: "All measures, \(Self.days(days).lowercased())")
      return "<figure data-days=\"\(days)\">\(table)</figure>"
    }
    return "<h3>All measures</h3>\n" + tables.joined(separator: "\n")
  }

  private static let firstShown = 30

  private static func days(_ days: Int) -> String { "Last \(Count.text(days, "day"))" }

  private func section(_ name: ChartName) -> String {
    // Short, because every mark in the drawing repeats it.
    let id = name.rawValue.prefix(2)
    let charts = ranges.map { ($0, name.chart(of: ChartData(dashboard.history, dashboard.history.last($0)))) }
    let figures = charts.map { days, chart in
      let table = Self.table(chart, caption: "\(name.title), \(Self.days(days).lowercased())")
      let notes = chart.notes.map { "<p class=\"quiet\">\(Markup.escaped($0))</p>" }
      return """
        <figure data-days="\(days)"><figcaption>\(Markup.escaped(chart.sentence))</figcaption>
        \(Self.svg(chart, id: "\(id)\(days)"))\(notes.joined())\(table)</figure>
        """
    }
    return "<h3>\(Markup.escaped(name.title))</h3>\n" + figures.joined(separator: "\n")
  }

  private var history: String {
    let zone = dashboard.history.zone
    let rings = dashboard.history.rings(in: dashboard.history.last(days))
    let rows = rings.reversed().map { ring in
      let due = RFC3339.format(ring.record.due, in: zone)
      return [
        TimePhrase.stamp(due), ring.record.label, RingSentence.end(ring),
        RingSentence.notes(ring).joined(separator: ", "),
      ]
    }
    let header = ["Due", "Alarm", "Ended by", "What came between"]
    return "<h2>History</h2>\n" + Self.table(header, rows, caption: "Rings, the latest first")
  }

  // MARK: Elements

  private static func sentence(_ text: String) -> String { "\(text.prefix(1).uppercased())\(text.dropFirst())." }

  private static func paragraph(_ text: String) -> String { "<p>\(words(text))</p>" }

  /// Marks text in backquotes as commands.
  private static func words(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 1 ? command(String(part)) : Markup.escaped(String(part))
    }.joined().replacing(shield, with: "`")
  }

  private static func command(_ text: String) -> String { "<code>\(Markup.escaped(text))</code>" }

  /// Stands for a backquote in a label, which marks no command; a private-use character.
  private static let shield = "\u{F8FF}"

  private static func shielded(_ status: StatusView) -> StatusView {
    func shielded(_ label: String) -> String { label.replacing("`", with: shield) }
    var status = status
    if let next = status.next { status.next?.label = shielded(next.label) }
    for index in status.rings.indices { status.rings[index].label = shielded(status.rings[index].label) }
    return status
  }

  /// CSS pixels before scaling. A drawing is as wide as the page, up to the width of text, and grows with the reader's
  /// font size while the page has room. The table next to each chart has the same content.
  private static let width = 560.0

  private static func svg(_ chart: Chart, id: String) -> String {
    chart.svg(Drawing(id: id, width: width, for: .page))
  }

  private static func table(_ chart: Chart, caption: String) -> String {
    let table = chart.table
    return Self.table(table.columns.map(\.name), table.rows.map { $0.map(\.text) }, caption: caption)
  }

  /// Returns a table that scrolls by itself, so that the page does not scroll sideways. Omits optional end tags
  /// (https://html.spec.whatwg.org/#optional-tags).
  private static func table(_ header: [String], _ rows: [[String]], caption: String) -> String {
    guard !rows.isEmpty else { return "" }
    let head = header.map { "<th scope=col>\(Markup.escaped($0))" }
    let body = rows.map { row in
      "<tr>" + row.enumerated().map { ($0 == 0 ? "<th>" : "<td>") + Markup.escaped($1) }.joined()
    }
    return """
      <div class="scroll" role="region" tabindex="0" aria-label="\(Markup.escaped(caption))">\
      <table><caption>\(Markup.escaped(caption))</caption><thead><tr>\(head.joined())<tbody>
      \(body.joined(separator: "\n"))</table></div>
      """
  }
}
