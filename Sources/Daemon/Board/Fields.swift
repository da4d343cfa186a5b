/// One object of a board file, read strictly: a misspelt key must not be ignored, nor a number out of range.
struct Fields {
  private let values: KeyedDecodingContainer<Key>
  private let path: [any CodingKey]

  /// Refuses keys that are not among `known`, by name.
  init(_ decoder: any Decoder, known: [String]) throws {
    values = try decoder.container(keyedBy: Key.self)
    path = decoder.codingPath
    let given = values.allKeys.map(\.stringValue).sorted()
    if let unknown = given.first(where: { !known.contains($0) }) {
      throw BoardFileProblem(
        "there is no key `\(unknown)`; the keys here are: \(known.joined(separator: ", "))", at: path)
    }
  }

  /// Those of a device that has one of `drivers`: its driver and `keys`; nil: it is a mock, which has its driver alone.
  init?(_ decoder: any Decoder, drivers: [String], keys: [String]) throws {
    let mock = "mock"
    let isMock = try Self.driver(of: decoder, among: drivers + [mock]) == mock
    try self.init(decoder, known: ["driver"] + (isMock ? [] : keys))
    if isMock { return nil }
  }

  /// The `driver` of a device, one of `known`.
  static func driver(of decoder: any Decoder, among known: [String]) throws -> String {
    let driver = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: Key("driver"))
    guard known.contains(driver) else {
      throw BoardFileProblem(
        "there is no driver `\(driver)`; there are: \(known.joined(separator: ", "))",
        at: decoder.codingPath + [Key("driver")])
    }
    return driver
  }

  func optional<Value: Decodable>(_ key: String, as: Value.Type = Value.self) throws -> Value? {
    try values.decodeIfPresent(Value.self, forKey: Key(key))
  }

  func required<Value: Decodable>(_ key: String, as: Value.Type) throws -> Value {
    try values.decode(Value.self, forKey: Key(key))
  }

  func text(_ key: String) throws -> String {
    let text = try values.decode(String.self, forKey: Key(key))
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 }) else { throw problem(key, "it must not be empty") }
    return text
  }

  func optionalText(_ key: String) throws -> String? { values.contains(Key(key)) ? try text(key) : nil }

  func number(_ key: String, in range: ClosedRange<Int>, default fallback: Int? = nil) throws -> Int {
    if let fallback, !values.contains(Key(key)) { return fallback }
    let number = try values.decode(Int.self, forKey: Key(key))
    guard range.contains(number) else {
      throw problem(key, "it has to be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// More than 0, up to 1.
  func share(_ key: String, default fallback: Double) throws -> Double {
    let share: Double = try optional(key) ?? fallback
    guard share > 0, share <= 1 else { throw problem(key, "it has to be more than 0, and 1 at most") }
    return share
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, default fallback: Choice
  ) throws -> Choice where Choice.RawValue == String {
    guard let word: String = try optional(key) else { return fallback }
    guard let choice = Choice(rawValue: word) else {
      throw problem(key, "it has to be one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  func problem(_ key: String, _ description: String) -> BoardFileProblem {
    BoardFileProblem(description, at: path + [Key(key)])
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// What is wrong with a board file.
struct BoardFileProblem: Error, CustomStringConvertible {
  var description: String

  init(_ description: String, at path: [any CodingKey]) {
    let place = path.map(\.stringValue).joined(separator: ".")
    self.description = place.isEmpty ? description : "\(place): \(description)"
  }

  init(_ error: any Error) {
    switch error {
    case let problem as BoardFileProblem: self = problem
    case DecodingError.keyNotFound(let key, let context):
      self.init("`\(key.stringValue)` is missing", at: context.codingPath)
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init("this value is of the wrong type", at: context.codingPath)
    case DecodingError.dataCorrupted(let context):
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      self.init("it is not JSON5: \(reason)", at: context.codingPath)
    default: self.init("\(error)", at: [])
    }
  }
}
