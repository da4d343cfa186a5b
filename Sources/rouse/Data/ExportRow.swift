import Charts
import Control
import FoundationEssentials

struct ExportRow {
  /// One line with sorted keys.
  let json: String
  /// Texts for a spreadsheet.
  private let cells: [String: String]

  init(_ item: some Encodable) throws(ControlError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let data = try encoder.encode(item)
      json = String(decoding: data, as: UTF8.self)
      cells = try JSONDecoder().decode([String: JSONValue].self, from: data).mapValues { try $0.cell }
    } catch {
      throw ControlError(
        .internal, "what the daemon keeps cannot be written", why: "\(error)", fix: "report this as a bug",
        stillWorks: "`rouse backup` copies all of it")
    }
  }

  /// Returns `{"schema": 1, NAME: […]}` with an item on each line.
  static func document(_ name: String, _ rows: [ExportRow]) -> String {
    let items = rows.map(\.json).joined(separator: ",\n")
    return "{\"schema\":\(JSONText.schema),\"\(name)\":[\n\(items)\(items.isEmpty ? "" : "\n")]}\n"
  }

  /// Returns a column for each key of any row, sorted by key.
  static func csv(_ rows: [ExportRow]) -> String {
    let columns = Set(rows.flatMap(\.cells.keys)).sorted()
    return CSV.line(columns.map(CSV.cell))
      + rows.map { row in CSV.line(columns.map { row.cells[$0] ?? "" }) }.joined()
  }
}

enum JSONValue: Codable {
  case null
  /// A flag or a number.
  case plain(any Encodable & CustomStringConvertible)
  case text(String)
  /// A list or an object.
  case parts(any Encodable)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Returns `nil` if the value has another type.
    func read<Value: Decodable>(_ type: Value.Type) -> Value? {
      do { return try container.decode(type) } catch { return nil }
    }
    if container.decodeNil() {
      self = .null
    } else if let flag = read(Bool.self) {
      self = .plain(flag)
    } else if let whole = read(Int64.self) {
      self = .plain(whole)
    } else if let number = read(Double.self) {
      self = .plain(number)
    } else if let text = read(String.self) {
      self = .text(text)
    } else if let list = read([JSONValue].self) {
      self = .parts(list)
    } else {
      self = .parts(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .plain(let value): try container.encode(value)
    case .text(let text): try container.encode(text)
    case .parts(let parts): try container.encode(parts)
    }
  }

  /// The value as text for a spreadsheet; lists and objects stay JSON.
  var cell: String {
    get throws {
      switch self {
      case .null: return ""
      case .plain(let value): return value.description
      case .text(let text): return CSV.cell(text)
      case .parts:
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return CSV.cell(String(decoding: try encoder.encode(self), as: UTF8.self))
      }
    }
  }
}
