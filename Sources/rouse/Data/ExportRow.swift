import Charts
import Control
import FoundationEssentials

struct ExportRow {
  /// One line with sorted keys.
  let json: String
  private let cells: [String: Cell]

  init(_ item: some Encodable) throws(ControlError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let data = try encoder.encode(item)
      json = String(decoding: data, as: UTF8.self)
      cells = try JSONDecoder().decode([String: Cell].self, from: data)
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
      + rows.map { row in CSV.line(columns.map { row.cells[$0]?.text ?? "" }) }.joined()
  }

  /// A JSON value as text for a spreadsheet; lists and objects stay JSON.
  private struct Cell: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      text = try JSONValue(from: decoder).cell
    }
  }
}

enum JSONValue: Codable {
  case null
  case flag(Bool)
  case whole(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = Self.read(Bool.self, container) {
      self = .flag(flag)
    } else if let whole = Self.read(Int64.self, container) {
      self = .whole(whole)
    } else if let number = Self.read(Double.self, container) {
      self = .number(number)
    } else if let text = Self.read(String.self, container) {
      self = .text(text)
    } else if let list = Self.read([JSONValue].self, container) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Returns `nil` if the value has another type.
  private static func read<Value: Decodable>(_ type: Value.Type, _ container: any SingleValueDecodingContainer)
    -> Value?
  {
    do { return try container.decode(type) } catch { return nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .whole(let whole): try container.encode(whole)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }

  var cell: String {
    get throws {
      switch self {
      case .null: return ""
      case .flag(let flag): return flag ? "true" : "false"
      case .whole(let whole): return "\(whole)"
      case .number(let number): return "\(number)"
      case .text(let text): return CSV.cell(text)
      case .list, .object:
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return CSV.cell(String(decoding: try encoder.encode(self), as: UTF8.self))
      }
    }
  }
}
