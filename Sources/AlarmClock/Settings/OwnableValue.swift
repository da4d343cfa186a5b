struct TypedValue: Sendable {
  let text: String
  /// The name that the user typed it under (`--volume`, `volume`), for messages.
  let field: String
  let sounds: [String]

  init(_ text: String, field: String, sounds: [String] = []) {
    (self.text, self.field, self.sounds) = (text, field, sounds)
  }
}

/// A value in a database column.
public enum StoredValue: Hashable, Sendable {
  case integer(Int64)
  case text(String)
}

/// A value in JSON. Durations are in whole seconds.
public enum SentValue: Hashable, Sendable, Encodable {
  case flag(Bool)
  case number(Int)
  case text(String)

  public enum Kind: Sendable { case flag, number, text }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

extension SentValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  public init(integerLiteral value: Int) { self = .number(value) }
  public init(stringLiteral value: String) { self = .text(value) }
}

/// A value that alarms and timers can override. It has a form for the database and one for JSON, both readable again,
/// and a JSON kind that is known even if the value is unset.
protocol OwnableValue: Hashable, Sendable {
  var stored: StoredValue { get }
  /// Returns `nil` if the stored value has the wrong type or is unknown.
  init?(stored: StoredValue)
  var sent: SentValue { get }
  init?(sent: SentValue)
  static var kind: SentValue.Kind { get }
}

extension Bool: OwnableValue {
  static var kind: SentValue.Kind { .flag }
  var stored: StoredValue { .integer(self ? 1 : 0) }
  init?(stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self = number != 0
  }
  var sent: SentValue { .flag(self) }
  init?(sent: SentValue) {
    guard case .flag(let flag) = sent else { return nil }
    self = flag
  }
}

extension Int: OwnableValue {
  static var kind: SentValue.Kind { .number }
  var stored: StoredValue { .integer(Int64(self)) }
  init?(stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self.init(exactly: number)
  }
  var sent: SentValue { .number(self) }
  init?(sent: SentValue) {
    guard case .number(let number) = sent else { return nil }
    self = number
  }
}

/// Stored in whole milliseconds, sent in whole seconds.
extension Duration: OwnableValue {
  static var kind: SentValue.Kind { .number }
  var stored: StoredValue { .integer(wholeNanoseconds / 1_000_000) }
  init?(stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self = .milliseconds(number)
  }
  var sent: SentValue { .number(Int(components.seconds)) }
  init?(sent: SentValue) {
    guard case .number(let number) = sent else { return nil }
    self = .seconds(number)
  }
}

extension OwnableValue where Self: RawRepresentable<String> {
  static var kind: SentValue.Kind { .text }
  var stored: StoredValue { .text(rawValue) }
  init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self.init(rawValue: text)
  }
  var sent: SentValue { .text(rawValue) }
  init?(sent: SentValue) {
    guard case .text(let text) = sent else { return nil }
    self.init(rawValue: text)
  }
}

extension Vibration: OwnableValue {}
extension VibrationPattern: OwnableValue {}

extension String: OwnableValue {
  static var kind: SentValue.Kind { .text }
  var stored: StoredValue { .text(self) }
  init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }
  var sent: SentValue { .text(self) }
  init?(sent: SentValue) {
    guard case .text(let text) = sent else { return nil }
    self = text
  }
}
