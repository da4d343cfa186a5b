import PlainText

/// What a person typed cannot be used: where, what, why, and how to put it right.
public struct InvalidValue: Error, Hashable, Sendable {
  /// The field as it is typed on the command line: `TIME`, `--volume`.
  public var field: String
  /// The text as it was given, whole.
  public var value: String
  /// Why it is refused, a clause without a full stop: "the hour must be 0 to 23".
  public var reason: String
  /// What to do, a clause without a full stop: "give a time like 07:30".
  public var remedy: String

  public init(field: String, value: String, reason: String, remedy: String) {
    self.field = field
    self.value = value
    self.reason = reason
    self.remedy = remedy
  }
}

extension InvalidValue: CustomStringConvertible {
  /// One line for a terminal.
  public var description: String { "\(field) '\(shownValue)': \(reason); \(remedy)" }

  /// The value for a terminal: cut to 40 characters, with control and invisible characters shown as `?`.
  public var shownValue: String {
    String(value.prefix(40)).printable() + (value.dropFirst(40).isEmpty ? "" : "…")
  }
}
