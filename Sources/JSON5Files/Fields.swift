import PlainText

/// One object of a file, read strictly: misspelled keys and numbers out of range are errors.
package struct Fields {
  private let values: KeyedDecodingContainer<Key>
  private let path: [any CodingKey]

  /// Throws if a key is not in `known`, and names it.
  package init(_ decoder: any Decoder, known: [String]) throws {
    values = try decoder.container(keyedBy: Key.self)
    path = decoder.codingPath
    let given = values.allKeys.map(\.stringValue).sorted()
    if let unknown = given.first(where: { !known.contains($0) }) {
      let nearest = Self.suggestion(for: unknown, among: known)
      throw FileProblem(
        "there is no key `\(unknown)`; \(nearest)the keys here are: \(known.joined(separator: ", "))", at: path)
    }
  }

  /// Accepts any key, for reading what is left of a broken file.
  package init(_ decoder: any Decoder) throws {
    values = try decoder.container(keyedBy: Key.self)
    path = decoder.codingPath
  }

  /// Reads a device with one of `drivers`, allowing `driver` and `keys`. `nil` for a mock, which allows only `driver`.
  package init?(_ decoder: any Decoder, drivers: [String], keys: [String]) throws {
    let mock = "mock"
    let isMock = try Self.driver(of: decoder, among: drivers + [mock]) == mock
    try self.init(decoder, known: ["driver"] + (isMock ? [] : keys))
    if isMock { return nil }
  }

  /// Returns the `driver` of a device, one of `known`.
  package static func driver(of decoder: any Decoder, among known: [String]) throws -> String {
    let driver = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: Key("driver"))
    guard known.contains(driver) else {
      throw FileProblem(
        "there is no driver `\(driver)`; there are: \(known.joined(separator: ", "))",
        at: decoder.codingPath + [Key("driver")])
    }
    return driver
  }

  /// Returns `did you mean …? `, or an empty string if no name is similar.
  package static func suggestion(for word: String, among known: [String]) -> String {
    Spelling.nearest(to: word, in: known).first.map { "did you mean `\($0)`? " } ?? ""
  }

  package func has(_ key: String) -> Bool { values.contains(Key(key)) }

  package func optional<Value: Decodable>(_ key: String, as: Value.Type = Value.self) throws -> Value? {
    try values.decodeIfPresent(Value.self, forKey: Key(key))
  }

  package func required<Value: Decodable>(_ key: String, as: Value.Type) throws -> Value {
    try values.decode(Value.self, forKey: Key(key))
  }

  package func text(_ key: String) throws -> String {
    let text = try values.decode(String.self, forKey: Key(key))
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 }) else { throw problem(key, "it must not be empty") }
    return text
  }

  package func optionalText(_ key: String) throws -> String? { values.contains(Key(key)) ? try text(key) : nil }

  package func number<Number: Decodable & Comparable>(
    _ key: String, in range: ClosedRange<Number>, default fallback: Number? = nil
  ) throws -> Number {
    if let fallback, !values.contains(Key(key)) { return fallback }
    let number = try values.decode(Number.self, forKey: Key(key))
    guard range.contains(number) else {
      throw problem(key, "it must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns a number above 0, up to 1.
  package func share(_ key: String, default fallback: Double) throws -> Double {
    let share: Double = try optional(key) ?? fallback
    guard share > 0, share <= 1 else { throw problem(key, "it must be more than 0 and at most 1") }
    return share
  }

  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, default fallback: Choice
  ) throws -> Choice where Choice.RawValue == String {
    guard let word: String = try optional(key) else { return fallback }
    guard let choice = Choice(rawValue: word) else {
      throw problem(key, "it must be one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  package func problem(_ key: String, _ description: String) -> FileProblem {
    FileProblem(description, at: path + [Key(key)])
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
