import ArgumentParser
import Control

struct InsightCommand: Described {
  static let about = CommandConfiguration(
    "insight",
    subcommands: [
      InsightNowCommand.self, InsightChartCommand.self, InsightReportCommand.self, InsightScoreCommand.self,
    ], defaultSubcommand: InsightNowCommand.self)
}

struct InsightNowCommand: Verb {
  static let about = CommandConfiguration("insight now")
  @Flag(help: "More findings, and every measure of the last 30 days.")
  var detailed = false
  @Flag(help: "Show it live, until Ctrl-C.")
  var watch = false
  @OptionGroup var io: IO

  func run() throws {
    guard watch else {
      let rows = detailed || Style.output.columns == nil ? .max : max(Self.leastRows, Terminal.size.rows) - 1
      return try show(Dashboard(connection.open()), rows: rows)
    }
    // Read the keys, so that the terminal does not echo them into the drawing.
    try watch(every: Self.pause, readingKeys: true) {
      try Dashboard($0)
    } draw: {
      DashboardText.lines($0, isDetailed: detailed, .output, rows: Terminal.size.rows)
    } print: { dashboard, _ in
      try show(dashboard, rows: .max)
    }
  }

  private func show(_ dashboard: Dashboard, rows: Int) throws {
    try format.print(DashboardDocument(dashboard)) {
      DashboardText.lines(dashboard, isDetailed: detailed, .output, rows: rows).joined(separator: "\n")
    }
  }

  /// A smaller screen scrolls. The prompt takes one of the rows.
  private static let leastRows = 24

  /// Milliseconds between updates. The contents change only with a ring or a new minute.
  private static let pause: Int32 = 10_000
}

struct InsightScoreCommand: Verb {
  static let about = CommandConfiguration("insight score")
  @Flag(help: "Show how each score is calculated.")
  var explain = false
  @OptionGroup var io: IO

  func run() throws {
    let dashboard = try Dashboard(connection.open())
    try format.print(DashboardDocument.scores(dashboard)) {
      let lines = ScoreText.lines(dashboard, .output)
      return (explain ? lines + [""] + ScoreText.explanation(dashboard.today, .output) : lines).joined(separator: "\n")
    }
  }
}
