import AlarmClock
import ArgumentParser
import Charts
import Control

struct InsightChartCommand: Verb {
  static let configuration = CommandConfiguration("insight chart", "One chart, on the terminal or in a file.")
  @Argument(help: "Which: \(ChartName.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: ChartName
  @Option(help: ArgumentHelp("The days: 7d, 30d, 90d, 365d, or FROM..TO.", valueName: "days"))
  var range = "30d"
  @Option(
    help: ArgumentHelp("A file to write: .svg, .png, .csv or .json.", valueName: "file"),
    completion: .file(extensions: ChartFile.Kind.allCases.map(\.rawValue)))
  var output: String?
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var io: IO

  func validate() throws {
    guard let output else { return }
    guard ChartFile.Kind(path: output) != nil else {
      throw ValidationError("--output \(output): the name has to end with .svg, .png, .csv or .json.")
    }
    if format.json { throw ValidationError("--json prints the chart, and --output writes it. Give one of them.") }
  }

  func run() throws {
    let file = output.map { ReportFile(path: $0, replacing: force) }
    try file?.check()
    let history = try InsightSource(connection.open()) { today throws(InvalidValue) in
      try DayRange.parse(range, today: today, field: "--range").lowerBound
    }.history
    let chart = name.chart(of: ChartData(history, try DayRange.parse(range, today: history.today, field: "--range")))
    guard let file else {
      return try format.print(ChartDocument(chart)) { Self.text(chart, .output) }
    }
    try file.write(ChartFile(path: file.path).bytes(of: chart))
    Output.done()
    Output.note("The chart `\(chart.name)` is in \(Terminal.printable(file.path)). \(chart.sentence)")
  }

  /// What is drawn where nobody says how wide it may be.
  private static let columns = 80
  /// Rows of the screen that the drawing leaves to its words and to the next prompt.
  private static let rowsOfWords = 8

  static func text(_ chart: Chart, _ style: Style) -> String {
    let rows = style.columns == nil ? columns / 4 : Terminal.size.rows - rowsOfWords
    return chart.terminal(
      width: style.columns ?? columns, height: rows,
      style: TerminalStyle(isColoured: style.isColoured, isPlain: style.isPlain, escape: style.escape))
  }
}

/// Days as people name them for a chart.
enum DayRange {
  /// Nobody has a longer history.
  private static let most = 36_600
  /// Nanoseconds since 1970 in 64 bits reach until somewhere in it.
  private static let firstYearWithoutTime = 2262

  /// `30d`: the days up to today, this included. `2026-09-01..2026-10-31`: from one day to the other.
  static func parse(_ text: String, today: LocalDate, field: String) throws(InvalidValue) -> ClosedRange<LocalDate> {
    func refusal(_ reason: String) -> InvalidValue {
      InvalidValue(
        field: field, value: text, reason: reason,
        remedy: "give 7d, 30d, 90d, 365d, or two days: 2026-09-01..2026-10-31")
    }
    if text.hasSuffix("d") {
      guard let days = Int(text.dropLast()), text.first?.isNumber == true else {
        throw refusal("it is no number of days")
      }
      guard (1...most).contains(days) else { throw refusal("the days are 1 to \(most)") }
      return today.adding(days: 1 - days)...today
    }
    guard let dots = text.firstRange(of: "..") else { throw refusal("it is neither days nor from one day to another") }
    guard let first = LocalDate(String(text[..<dots.lowerBound])),
      let last = LocalDate(String(text[dots.upperBound...]))
    else { throw refusal("there is no such day") }
    guard first <= last else { throw refusal("the first day is after the last one") }
    guard last.year < firstYearWithoutTime else { throw refusal("the clock's time ends in \(firstYearWithoutTime)") }
    guard last.daysSinceEpoch - first.daysSinceEpoch < most else { throw refusal("it is longer than a hundred years") }
    return first...last
  }
}
