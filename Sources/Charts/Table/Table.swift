extension Chart {
  /// What a chart shows, in words: of it come a table on a page, CSV, JSON, and text for who listens.
  public struct Table: Hashable, Sendable {
    public struct Column: Hashable, Sendable {
      public var name: String
      /// What its values are; nil: words.
      public var unit: Unit?

      /// Whether its values stand at the right, digit below digit.
      public var isNumber: Bool { unit.map { $0 != .date } ?? false }

      /// Its name with what plain numbers lack: `Time to card (s)`.
      public var plainName: String { unit?.suffix.map { "\(name) (\($0))" } ?? name }
    }

    /// One cell.
    public enum Cell: Hashable, Sendable {
      case words(String)
      /// Finite.
      case value(Double, Unit)
      case none

      static func known(_ value: Double?, _ unit: Unit) -> Cell {
        Unit.known(value).map { .value($0, unit) } ?? .none
      }

      /// As people read it; a gap is `-`.
      public var text: String {
        switch self {
        case .words(let words): words
        case .value(let value, let unit): unit.text(value)
        case .none: "-"
        }
      }

      /// As programs read it.
      public var plain: Plain {
        switch self {
        case .words(let words): .text(words)
        case .value(let value, let unit):
          unit == .date || unit == .timeOfDay ? .text(unit.text(value)) : .number(value, Unit.decimal(value, places: 3))
        case .none: .none
        }
      }
    }

    /// A cell for JSON and CSV: dates as `2026-11-22`, times of day as `07:15`, durations in seconds.
    public enum Plain: Hashable, Sendable {
      case text(String)
      /// The number, and its digits: three places behind the point at most.
      case number(Double, String)
      case none
    }

    public var columns: [Column]
    /// Each has a cell for each column.
    public var rows: [[Cell]]
  }
}

extension Chart.Table {
  /// As a spreadsheet reads it, with a header. Numbers are never quoted.
  public var csv: String {
    let header = columns.map { CSV.cell($0.plainName) }
    let lines = rows.map { row in
      row.map { cell in
        switch cell.plain {
        case .text(let text): CSV.cell(text)
        case .number(_, let digits): digits
        case .none: ""
        }
      }
    }
    return ([header] + lines).map(CSV.line).joined()
  }
}
