import FoundationEssentials

/// Any JSON value. Makes lines comparable whatever the order of their keys.
enum JSONValue: Codable {
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// Returns a line of JSON with sorted keys, or the line itself if it is not JSON.
  static func sortingKeys(_ line: [UInt8]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line))
    let sorted = value.flatMap { try? encoder.encode($0) }
    return String(decoding: sorted.map(Array.init) ?? line, as: UTF8.self)
  }
}
