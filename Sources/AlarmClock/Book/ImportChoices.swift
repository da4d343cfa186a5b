/// What becomes of one thing that two clocks do not have alike.
public enum ImportChoice: String, CaseIterable, Hashable, Sendable, Codable {
  case mine, theirs
  /// Mine stays, and theirs comes beside it under another name. Of what there is once, as a setting, mine stays.
  case both
}

/// What somebody has chosen, of all that two clocks do not have alike.
public struct ImportChoices: Hashable, Sendable, Codable {
  /// Of whatever is not among the others.
  public var all: ImportChoice
  /// By the name of the difference (`BookComparison.Difference.name`).
  public var each: [String: ImportChoice]

  public init(all: ImportChoice, each: [String: ImportChoice] = [:]) {
    self.all = all
    self.each = each
  }

  public subscript(name: String) -> ImportChoice { each[name] ?? all }
}
