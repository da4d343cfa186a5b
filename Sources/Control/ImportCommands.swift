import AlarmClock

/// Begins to upload a backup for comparison or import. Its pieces follow as `UploadRestore`.
public struct BeginImport: Command {
  public static let name = "import.begin"
  public typealias Reply = BeginRestore.Reply
  public var size: Int
  public init(size: Int) { self.size = size }
}

/// Compares the uploaded backup with this clock and discards it, changing nothing. A stream of pages.
public struct CompareImport: LongCommand {
  public static let name = "import.compare"
  public typealias Reply = ImportPage
  public var upload: Int
  public var cards: Bool
  public init(upload: Int, cards: Bool) { (self.upload, self.cards) = (upload, cards) }
}

/// Imports a backup, uploaded a second time, according to the user's choices, all or nothing.
public struct FinishImport: ChangingCommand, LongCommand {
  public static let name = "import.finish"
  public typealias Reply = ImportView
  public var upload: Int
  /// The token of the comparison (`ImportFacts.token`). The import is refused if anything has changed since.
  public var token: String
  public var cards: Bool
  public var choices: ImportChoices
  /// Whether the user has seen the doubts, such as calendars that skip unusually much, and wants to import anyway.
  public var confirmed: Bool
  public init(upload: Int, token: String, cards: Bool, choices: ImportChoices, confirmed: Bool) {
    (self.upload, self.token, self.cards, self.choices, self.confirmed) = (upload, token, cards, choices, confirmed)
  }
}

public struct ImportPage: Codable, Sendable {
  public static let mostItems = 100
  /// In the first page only.
  public var facts: ImportFacts?
  public var items: [ImportItem]
  public init(facts: ImportFacts?, items: [ImportItem]) { (self.facts, self.items) = (facts, items) }
}

/// The overall result of a comparison.
public struct ImportFacts: Codable, Sendable, Hashable {
  /// Identifies the state of the backup and the clock.
  public var token: String
  /// The last time that the other clock recorded before the backup, or `nil` if unknown.
  @OrNull public var taken: String?
  /// `nil` if the cards are the same, or neither clock has any.
  @OrNull public var cards: ImportCards?
  public var alike: Int
  /// Differing settings that are never imported, because they identify the clock.
  public var staying: [SettingKey]
  /// A reason to ask for confirmation of all imported calendars together, otherwise `nil`.
  @OrNull public var doubt: String?
  /// Their alarms that can never ring again and are left out.
  public var leftOut: [String]
  public init(
    token: String, taken: String?, cards: ImportCards?, alike: Int, staying: [SettingKey], doubt: String? = nil,
    leftOut: [String] = []
  ) {
    (self.token, self.taken, self.cards, self.alike) = (token, taken, cards, alike)
    (self.staying, self.doubt, self.leftOut) = (staying, doubt, leftOut)
  }
}

/// The cards of both clocks, if they differ. They are imported all together or not at all.
public struct ImportCards: Codable, Sendable, Hashable {
  public var mine: [String]
  public var theirs: [String]
  /// Whether theirs replace mine.
  public var taken: Bool
  /// Why theirs cannot be imported, or `nil` if they can.
  @OrNull public var obstacle: String?
  public var notes: [String]
  public init(mine: [String], theirs: [String], taken: Bool, obstacle: String?, notes: [String]) {
    (self.mine, self.theirs, self.taken, self.obstacle, self.notes) = (mine, theirs, taken, obstacle, notes)
  }
}

/// A difference between the two clocks.
public struct ImportItem: Codable, Sendable, Hashable {
  public enum Kind: String, CaseIterable, Codable, Sendable { case alarm, pause, calendar, preset, setting, sound }

  public var kind: Kind
  /// The name for a choice, such as `alarm k3f9xa`.
  public var id: String
  public var name: String
  /// The value on each clock, in words, or `nil` if that clock does not have the thing.
  @OrNull public var mine: String?
  @OrNull public var theirs: String?
  /// Other differences: `was` is mine, `now` is theirs.
  public var changes: [ValueChange]
  /// The possible choices. Empty if only one clock has the thing: mine stays, theirs is added.
  public var choices: [ImportChoice]
  public var notes: [String]

  public init(
    kind: Kind, id: String, name: String, mine: String?, theirs: String?, changes: [ValueChange] = [],
    choices: [ImportChoice], notes: [String] = []
  ) {
    (self.kind, self.id, self.name, self.mine) = (kind, id, name, mine)
    (self.theirs, self.changes, self.choices, self.notes) = (theirs, changes, choices, notes)
  }

  public var isAdded: Bool { mine == nil }
  public var isKept: Bool { theirs == nil }
}

/// The result of an import.
public struct ImportView: Codable, Sendable, Hashable {
  /// The number of new alarms, pauses, calendars, presets and sounds, including copies beside mine.
  public var added: Int
  /// The number of replaced alarms, pauses, calendars, presets, settings and sounds.
  public var changed: Int
  public var cards: Bool
  /// The place of a copy of the replaced data, or `nil` if there was nothing to do.
  @OrNull public var before: String?
  public var notes: [String]
  public init(added: Int, changed: Int, cards: Bool, before: String?, notes: [String]) {
    (self.added, self.changed, self.cards, self.before, self.notes) = (added, changed, cards, before, notes)
  }
}
