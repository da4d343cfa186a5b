/// The user's choice for one thing that differs between two clocks.
public enum ImportChoice: String, CaseIterable, Hashable, Sendable, Codable {
  case mine, theirs
  /// Mine stays, and theirs is added under another name, unless only one can exist, as of a setting.
  case both
}

public struct ImportChoices: Hashable, Sendable, Codable {
  /// The choice for everything not in `each`.
  public var all: ImportChoice
  /// Keyed by the name of the difference (`BookComparison.Difference.name`).
  public var each: [String: ImportChoice]

  public init(all: ImportChoice, each: [String: ImportChoice] = [:]) {
    self.all = all
    self.each = each
  }

  public subscript(name: String) -> ImportChoice { each[name] ?? all }
}
