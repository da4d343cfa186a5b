import AlarmClock
import ArgumentParser
import Control
import Insight

struct InsightReportCommand: Described {
  static let about = CommandConfiguration("insight report")
  @Option(help: ArgumentHelp("The file to write, .html.", valueName: "file"), completion: .file(extensions: ["html"]))
  var output: String
  @Option(help: ArgumentHelp("The days up to today: 7d, 30d, 90d, 365d.", valueName: "days"))
  var range = "365d"
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var connection: Connection

  func validate() throws {
    guard output.lowercased().hasSuffix(".html") else {
      throw ValidationError("--output \(output): the name must end with .html.")
    }
  }

  func run() throws {
    try OutputFile.check(output, replacing: force)
    let dashboard = try Dashboard(connection.open()) { today throws(InvalidValue) in
      min(try asked(today).lowerBound, today.adding(days: -Finding.span))
    }
    let days = try asked(dashboard.history.today)
    let count = Int(days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch) + 1
    try OutputFile.save([UInt8](ReportPage(dashboard: dashboard, days: count).html.utf8), to: output)
    Output.done()
    Output.note("The report is in \(Terminal.printable(output)). Copy it to where you have a browser: `scp`.")
  }

  private func asked(_ today: LocalDate) throws(InvalidValue) -> ClosedRange<LocalDate> {
    let remedy = "give 7d, 30d, 90d or 365d"
    let days = try DayRange.parse(range, today: today, remedy: remedy)
    guard days.upperBound == today else {
      throw InvalidValue(field: "--range", value: range, reason: "a report ends today", remedy: remedy)
    }
    return days
  }
}
