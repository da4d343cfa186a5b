import FoundationEssentials

/// Any JSON value.
public enum JSON: Decodable, Hashable, Sendable {
  case object([String: JSON])
  case array([JSON])
  case text(String)
  case number(Double)
  case flag(Bool)
  case null

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let fields = try? value.decode([String: JSON].self) {
      self = .object(fields)
    } else if let values = try? value.decode([JSON].self) {
      self = .array(values)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = (try? value.decode(Bool.self)).map { .flag($0) } ?? .null
    }
  }

  public static func parse(_ bytes: [UInt8]) throws -> JSON { try JSONDecoder().decode(JSON.self, from: Data(bytes)) }

  public var object: [String: JSON] { if case .object(let fields) = self { fields } else { [:] } }
  public var array: [JSON] { if case .array(let values) = self { values } else { [] } }
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// Returns the value at a path such as `devices.buzzer.health`; a list stands for its first element.
  public subscript(path: String) -> JSON? {
    path.split(separator: ".").reduce(Optional(self)) { value, key in
      (value?.array.first ?? value)?.object[String(key)]
    }
  }

  /// Whether all names and values of another one stand at the same places in this one.
  public func holds(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.object(let fields), .object(let others)): others.allSatisfy { fields[$0]?.holds($1) ?? false }
    case (.array(let values), .array(let others)):
      values.count == others.count && zip(values, others).allSatisfy { $0.holds($1) }
    default: self == other
    }
  }
}
