import AlarmClock
import ArgumentParser
import Charts
import Control

struct InsightChartCommand: Verb {
  static let about = CommandConfiguration("insight chart")
  @Argument(help: "One of \(ChartName.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: ChartName
  @Option(help: ArgumentHelp("The days: 7d, 30d, 90d, 365d, or FROM..TO.", valueName: "days"))
  var range = "30d"
  @Option(
    "A file to write: .svg, .png, .csv or .json.", "file",
    completion: .file(extensions: ChartFile.allCases.map(\.rawValue)))
  var output: String?
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var io: IO

  func validate() throws {
    guard let output else { return }
    guard ChartFile(path: output) != nil else {
      throw ValidationError("--output \(output): the name must end with .svg, .png, .csv or .json.")
    }
    if format.json { throw ValidationError("--json prints the chart, and --output writes it. Give one of them.") }
  }

  func run() throws {
    if let output { try OutputFile.check(output, replacing: force) }
    let history = try Dashboard(connection.open()) { today throws(InvalidValue) in
      try DayRange.parse(range, today: today).lowerBound
    }.history
    let chart = name.chart(of: ChartData(history, try DayRange.parse(range, today: history.today)))
    guard let output, let file = ChartFile(path: output) else {
      return try format.print(ChartDocument(chart)) { Self.text(chart, .output) }
    }
    try OutputFile.save(file.bytes(of: chart, for: output), to: output)
    Output.done()
    Output.note("The chart `\(chart.name)` is in \(Terminal.printable(output)). \(chart.sentence)")
  }

  /// Width if stdout is not a terminal.
  private static let columns = 80
  /// Rows left free for the text and the next prompt.
  private static let rowsOfWords = 8

  static func text(_ chart: Chart, _ style: Style) -> String {
    let rows = style.columns == nil ? columns / 4 : Terminal.size.rows - rowsOfWords
    return chart.terminal(
      width: style.columns ?? columns, height: rows,
      style: TerminalStyle(isColoured: style.isColoured, isPlain: style.isPlain, escape: style.escape))
  }
}

enum DayRange {
  /// About a hundred years.
  private static let most = 36_600
  /// The year in which nanoseconds since 1970 overflow 64 bits.
  private static let firstYearWithoutTime = 2262

  /// Parses `30d`, the days up to today and including it, or `2026-09-01..2026-10-31`, both included.
  static func parse(
    _ text: String, today: LocalDate, remedy: String = "give 7d, 30d, 90d, 365d, or two days: 2026-09-01..2026-10-31"
  ) throws(InvalidValue) -> ClosedRange<LocalDate> {
    func refusal(_ reason: String) -> InvalidValue {
      InvalidValue(field: "--range", value: text, reason: reason, remedy: remedy)
    }
    if text.hasSuffix("d") {
      guard let days = Int(text.dropLast()), text.first?.isNumber == true else {
        throw refusal("it is not a number of days")
      }
      guard (1...most).contains(days) else { throw refusal("give 1 to \(most) days") }
      return today.adding(days: 1 - days)...today
    }
    guard let dots = text.firstRange(of: "..") else { throw refusal("it is neither a number of days nor two dates") }
    guard let first = LocalDate(String(text[..<dots.lowerBound])),
      let last = LocalDate(String(text[dots.upperBound...]))
    else { throw refusal("there is no such day") }
    guard first <= last else { throw refusal("the first day is after the last one") }
    guard last.year < firstYearWithoutTime else { throw refusal("the clock's time ends in \(firstYearWithoutTime)") }
    guard last.daysSinceEpoch - first.daysSinceEpoch < most else { throw refusal("it is longer than a hundred years") }
    return first...last
  }
}

enum ChartFile: String, CaseIterable, FileKind {
  case svg, png, csv, json

  /// CSS pixels.
  private static let width = 800.0

  func bytes(of chart: Chart, for path: String) throws(ControlError) -> [UInt8] {
    switch self {
    case .svg: return [UInt8](chart.svg(Drawing(id: chart.name, width: Self.width)).utf8)
    case .csv: return [UInt8](chart.table.csv.utf8)
    case .json: return [UInt8]((try JSONText.document(ChartDocument(chart)) + "\n").utf8)
    case .png:
      do throws(SVGConverter.Failure) {
        return try SVGConverter.convert(chart.svg(Drawing(id: chart.name, width: Self.width, for: .picture)), to: .png)
      } catch {
        throw ControlError(
          .internal, "\(Terminal.printable(path)) cannot be made", why: error.reason,
          fix: "`\(SVGConverter.remedy)`; or write an SVG, which browsers show: `--output \(chart.name).svg`")
      }
    }
  }
}

struct ChartDocument: Encodable {
  let name, title, sentence: String
  let notes: [String]
  /// Each has its `name`, and its `unit`: `date`, `seconds`, `count`, `score`, `timeOfDay`, `percent`; `null` for text.
  let columns: [[String: String?]]
  let rows: [[Chart.Table.Cell]]

  init(_ chart: Chart) {
    let table = chart.table
    name = chart.name
    title = chart.title
    sentence = chart.sentence
    notes = chart.notes
    columns = table.columns.map { ["name": $0.name, "unit": $0.unit?.rawValue] }
    rows = table.rows
  }
}
