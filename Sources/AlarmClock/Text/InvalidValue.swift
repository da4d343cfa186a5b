import PlainText

/// A refused user input: where it was, why it was refused, and how to correct it.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field as typed on the command line, such as `TIME` or `--volume`.
  public var field: String
  public var value: String
  /// The reason as a clause without a period, such as "the hour must be 0 to 23".
  public var reason: String
  /// The remedy as a clause without a period, such as "give a time like 07:30".
  public var remedy: String

  public init(field: String, value: String, reason: String, remedy: String) {
    self.field = field
    self.value = value
    self.reason = reason
    self.remedy = remedy
  }

  public var description: String { "\(field) '\(shownValue)': \(reason); \(remedy)" }

  /// The value for a terminal: cut to 40 characters, with control and invisible characters shown as `?`.
  public var shownValue: String {
    String(value.prefix(40)).printable() + (value.dropFirst(40).isEmpty ? "" : "…")
  }
}
