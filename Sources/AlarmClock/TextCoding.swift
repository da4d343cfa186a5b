extension Decoder {
  /// A single string that must be the text of a `Value`; `expected` describes one: "a date like 2026-11-21".
  func valueFromText<Value: LosslessStringConvertible>(expected: String) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Value(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not \(expected)")
    }
    return value
  }
}

extension Encoder {
  /// The counterpart of `valueFromText`.
  func encodeText(_ value: some LosslessStringConvertible) throws {
    var container = singleValueContainer()
    try container.encode(value.description)
  }
}
