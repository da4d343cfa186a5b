extension Chart {
  /// The content of a chart in words, for HTML tables, CSV, JSON and screen readers.
  public struct Table: Hashable, Sendable {
    public struct Column: Hashable, Sendable {
      public var name: String
      /// Unit of its values; `nil` for words.
      public var unit: Unit?

      /// Whether its values are aligned to the right.
      public var isNumber: Bool { unit.map { $0 != .date } ?? false }

      /// The name with the unit that plain numbers lack: `Time to card (s)`.
      public var plainName: String { unit?.suffix.map { "\(name) (\($0))" } ?? name }
    }

    /// A value, words, or a gap.
    public enum Cell: Hashable, Sendable {
      case words(String)
      /// Finite.
      case value(Double, Unit)
      case none

      static func known(_ value: Double?, _ unit: Unit) -> Cell {
        Unit.known(value).map { .value($0, unit) } ?? .none
      }

      /// Text for people; a gap is `-`.
      public var text: String {
        switch self {
        case .words(let words): words
        case .value(let value, let unit): unit.text(value)
        case .none: "-"
        }
      }

      /// Value for programs.
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
      /// The number, and its digits with at most three decimals.
      case number(Double, String)
      case none
    }

    public var columns: [Column]
    /// Each row has a cell for each column.
    public var rows: [[Cell]]
  }
}

extension Chart.Table {
  /// CSV with a header. Numbers are never quoted.
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
