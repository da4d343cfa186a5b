import ArgumentParser
import Control

struct InsightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "insight", abstract: "How waking goes: scores, and what would help.",
    discussion: """
      All of it is computed on the clock, from the history of rings, and goes nowhere. What the scores mean: `rouse insight \
      score --explain`.

      Examples:
        rouse insight
        rouse insight --detailed
        rouse insight chart waking --range 90d
        rouse insight report --output year.html
        rouse insight score --explain
      """,
    subcommands: [
      InsightNowCommand.self, InsightChartCommand.self, InsightReportCommand.self, InsightScoreCommand.self,
    ],
    defaultSubcommand: InsightNowCommand.self)
}

struct InsightNowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "The verdict, the scores, today, and what to do next.",
    discussion: """
      It leads with what matters at this time of day: in the morning with how the waking went, in the afternoon with what \
      comes, in the evening with whether all is ready. At night it says nothing but when the next alarm rings, unless \
      something could keep it from that.

      It tells one finding, the most useful one that it has not told since Monday: none comes twice within a week. With \
      `--detailed` it tells them all.

      Examples:
        rouse insight
        rouse insight --watch
        rouse insight --json | jq .scores.waking.points
      """)
  @Flag(help: "More findings, and every measure of the last 30 days.")
  var detailed = false
  @Flag(help: "Show it live, until Ctrl-C.")
  var watch = false
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    guard watch else {
      let dashboard = Dashboard(try InsightSource(connection.open()))
      let rows = detailed || Style.output.columns == nil ? nil : max(Self.leastRows, Terminal.size.rows) - 1
      return try format.print(DashboardDocument(dashboard)) {
        DashboardText.lines(dashboard, isDetailed: detailed, .output, rows: rows).joined(separator: "\n")
      }
    }
    let client = try connection.open()
    // What is typed meanwhile is not to be shown in the middle of it.
    let screen = Terminal.isDrawnOn && !format.json ? try AlternateScreen(readingKeys: true) : nil
    defer { screen?.restore() }
    while true {
      let dashboard = Dashboard(try InsightSource(client))
      if let screen {
        try screen.show(
          DashboardText.lines(dashboard, isDetailed: detailed, Style.output.fitting, rows: Terminal.size.rows))
      } else {
        try format.print(DashboardDocument(dashboard)) {
          DashboardText.lines(dashboard, isDetailed: detailed, .output).joined(separator: "\n")
        }
      }
      Output.rest(milliseconds: Self.pause)
    }
  }

  /// A lower screen scrolls; the prompt takes one of the rows.
  private static let leastRows = 24

  /// What it tells of changes with a ring or a minute.
  private static let pause: Int32 = 10_000
}

struct InsightScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score", abstract: "The three scores; --explain tells how each comes about.",
    discussion: """
      Each is 0 to 100, of the last seven days: Waking is how soon after due the card came, Rhythm how alike the wake times \
      are, Readiness whether the clock was ready. From 80 on a score is excellent, below 50 it is a priority.

      Examples:
        rouse insight score
        rouse insight score --explain
        rouse insight score --json | jq .readiness
      """)
  @Flag(help: "Tell how each comes about, with its numbers.")
  var explain = false
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let dashboard = Dashboard(try InsightSource(connection.open()))
    try format.print(DashboardDocument.Scores(dashboard)) {
      let lines = ScoreText.lines(dashboard, .output)
      return (explain ? lines + [""] + ScoreText.explanation(dashboard.today, .output) : lines).joined(separator: "\n")
    }
  }
}
