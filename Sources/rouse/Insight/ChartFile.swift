import Charts
import Control

/// A file that a chart is written to.
struct ChartFile {
  /// By the file's ending.
  enum Kind: String, CaseIterable {
    case svg, png, csv, json

    init?(path: String) {
      let name = path.lowercased()
      guard let kind = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
      self = kind
    }
  }

  let path: String

  /// CSS pixels: as wide as a page of a report.
  private static let width = 800.0

  func bytes(of chart: Chart) throws(ControlError) -> [UInt8] {
    switch Kind(path: path) ?? .svg {
    case .svg: return [UInt8](chart.svg(Drawing(id: chart.name, width: Self.width)).utf8)
    case .csv: return [UInt8](chart.table.csv.utf8)
    case .json: return [UInt8]((try JSONText.document(ChartDocument(chart)) + "\n").utf8)
    case .png:
      do throws(SVGConverter.Failure) {
        return try SVGConverter.convert(chart.svg(Drawing(id: chart.name, width: Self.width, scheme: .light)), to: .png)
      } catch {
        throw ControlError(
          .internal, "\(Terminal.printable(path)) cannot be made", why: error.reason,
          fix: "`\(SVGConverter.remedy)`; or write an SVG, which browsers show: `--output \(chart.name).svg`")
      }
    }
  }
}

/// A chart for programs: what it says, and the numbers it is drawn from.
struct ChartDocument: Encodable {
  struct Column: Encodable {
    let name: String
    /// `date`, `seconds`, `count`, `score`, `timeOfDay`, `percent`; null: words.
    @OrNull var unit: String?
  }

  struct Cell: Encodable {
    let plain: Chart.Table.Plain

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch plain {
      case .text(let text): try container.encode(text)
      case .number(let number, _): try container.encode(number)
      case .none: try container.encodeNil()
      }
    }
  }

  let name, title, sentence: String
  let notes: [String]
  let columns: [Column]
  let rows: [[Cell]]

  init(_ chart: Chart) {
    let table = chart.table
    (name, title, sentence, notes) = (chart.name, chart.title, chart.sentence, chart.notes)
    columns = table.columns.map { Column(name: $0.name, unit: $0.unit?.rawValue) }
    rows = table.rows.map { $0.map { Cell(plain: $0.plain) } }
  }
}
