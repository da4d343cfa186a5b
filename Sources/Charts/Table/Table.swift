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

      /// The value for programs, durations in seconds. `nil` for words, gaps, dates and times of day.
      public var number: Double? {
        guard case .value(let value, let unit) = self, unit != .date, unit != .timeOfDay else { return nil }
        return value
      }
    }

    public var columns: [Column]
    /// Each row has a cell for each column.
    public var rows: [[Cell]]
  }
}

extension Chart.Table.Cell: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let number {
      try container.encode(number)
    } else if self == .none {
      try container.encodeNil()
    } else {
      try container.encode(text)
    }
  }
}

extension Chart.Table {
  /// CSV with a header. Numbers are never quoted, and have at most three decimals.
  public var csv: String {
    let header = columns.map { CSV.cell($0.plainName) }
    let lines = rows.map { row in
      row.map { cell in
        cell.number.map { Unit.decimal($0, places: 3) } ?? (cell == .none ? "" : CSV.cell(cell.text))
      }
    }
    return ([header] + lines).map(CSV.line).joined()
  }
}
