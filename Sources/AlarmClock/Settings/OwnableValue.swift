struct TypedValue: Sendable {
  let text: String
  /// The name that the user typed it under (`--volume`, `volume`), for messages.
  let field: String
  let sounds: [String]

  init(_ text: String, field: String, sounds: [String] = []) {
    (self.text, self.field, self.sounds) = (text, field, sounds)
  }

  func refusal(_ reason: String, _ remedy: String) -> InvalidValue {
    InvalidValue(field: field, value: text, reason: reason, remedy: remedy)
  }

  var isOn: Bool { text.lowercased() == SettingWord.on }
  var isOff: Bool { text.lowercased() == SettingWord.off }

  /// Returns the number, if the text is only ASCII digits (no sign, no spaces) and the number is allowed.
  func number(in allowed: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text), allowed.contains(number) else { return nil }
    return number
  }
}

/// A value in a database column.
public enum StoredValue: Hashable, Sendable {
  case integer(Int64)
  case text(String)

  fileprivate var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// A value in JSON. Durations are in whole seconds.
public enum SentValue: Hashable, Sendable, Encodable, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
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

  public init(booleanLiteral value: Bool) { self = .flag(value) }
  public init(integerLiteral value: Int) { self = .number(value) }
  public init(stringLiteral value: String) { self = .text(value) }

  fileprivate var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  fileprivate var number: Int? { if case .number(let number) = self { number } else { nil } }
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// A value that alarms and timers can override. It has a form for the database and one for JSON, both readable again,
/// and a JSON kind that is known even if the value is unset.
protocol OwnableValue: Hashable, Sendable {
  static var kind: SentValue.Kind { get }
  var stored: StoredValue { get }
  var sent: SentValue { get }
  /// Returns `nil` if the stored value has the wrong type or is unknown.
  static func from(stored: StoredValue) -> Self?
  static func from(sent: SentValue) -> Self?
}

extension Bool: OwnableValue {
  static var kind: SentValue.Kind { .flag }
  var stored: StoredValue { .integer(self ? 1 : 0) }
  var sent: SentValue { .flag(self) }

  static func from(stored: StoredValue) -> Bool? { stored.integer.map { $0 != 0 } }
  static func from(sent: SentValue) -> Bool? { sent.flag }
}

extension Int: OwnableValue {
  static var kind: SentValue.Kind { .number }
  var stored: StoredValue { .integer(Int64(self)) }
  var sent: SentValue { .number(self) }

  static func from(stored: StoredValue) -> Int? { stored.integer.flatMap { Int(exactly: $0) } }
  static func from(sent: SentValue) -> Int? { sent.number }
}

/// Stored in whole milliseconds, sent in whole seconds.
extension Duration: OwnableValue {
  static var kind: SentValue.Kind { .number }
  var stored: StoredValue { .integer(wholeNanoseconds / 1_000_000) }
  var sent: SentValue { .number(Int(components.seconds)) }

  static func from(stored: StoredValue) -> Duration? { stored.integer.map { .milliseconds($0) } }
  static func from(sent: SentValue) -> Duration? { sent.number.map { .seconds($0) } }
}

extension OwnableValue where Self: RawRepresentable<String> {
  static var kind: SentValue.Kind { .text }
  var stored: StoredValue { .text(rawValue) }
  var sent: SentValue { .text(rawValue) }

  static func from(stored: StoredValue) -> Self? { stored.text.flatMap { Self(rawValue: $0) } }
  static func from(sent: SentValue) -> Self? { sent.text.flatMap { Self(rawValue: $0) } }
}

extension String: OwnableValue {
  static var kind: SentValue.Kind { .text }
  var stored: StoredValue { .text(self) }
  var sent: SentValue { .text(self) }

  static func from(stored: StoredValue) -> String? { stored.text }
  static func from(sent: SentValue) -> String? { sent.text }
}
