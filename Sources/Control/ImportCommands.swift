import AlarmClock

/// Begins to hand over a copy that is to be compared with what is here, or imported. Its pieces follow as `UploadRestore`.
public struct BeginImport: Command {
  public static let name = "import.begin"
  public typealias Reply = BeginRestore.Reply
  /// In bytes.
  public var size: Int
  public init(size: Int) { self.size = size }
}

/// Compares what was handed over with what is here, and lets go of it. Nothing is changed. A stream of pages.
public struct CompareImport: Command {
  public static let name = "import.compare"
  public static let mayTakeLong = true
  public typealias Reply = ImportPage
  public var upload: Int
  public var cards: Bool
  public init(upload: Int, cards: Bool) { (self.upload, self.cards) = (upload, cards) }
}

/// Does with a copy, which was handed over once more, what was shown and chosen: all or nothing.
public struct FinishImport: ChangingCommand {
  public static let name = "import.finish"
  public static let mayTakeLong = true
  public typealias Reply = ImportView
  public var upload: Int
  /// Of the comparison (`ImportFacts.token`): where anything of it is another now, it is refused.
  public var token: String
  public var cards: Bool
  public var choices: ImportChoices
  /// Somebody has seen what is doubtful about it, and wants it: calendars that skip more than holidays do.
  public var confirmed: Bool
  public init(upload: Int, token: String, cards: Bool, choices: ImportChoices, confirmed: Bool) {
    (self.upload, self.token, self.cards, self.choices, self.confirmed) = (upload, token, cards, choices, confirmed)
  }
}

public struct ImportPage: Codable, Sendable {
  public static let mostItems = 100
  /// With the first page.
  public var facts: ImportFacts?
  public var items: [ImportItem]
  public init(facts: ImportFacts?, items: [ImportItem]) { (self.facts, self.items) = (facts, items) }
}

/// What there is to say of a comparison as a whole.
public struct ImportFacts: Codable, Sendable, Hashable {
  /// Of what was compared: the copy and the clock.
  public var token: String
  /// The last that is known of the other clock when the copy was made; nil: nothing is.
  @OrNull public var taken: String?
  /// nil: they are the same, or neither clock has any.
  @OrNull public var cards: ImportCards?
  /// How many things are the same on both.
  public var alike: Int
  /// Settings that are not alike, and stay: they say which clock it is.
  public var staying: [SettingKey]
  /// Why somebody is to look twice at the calendars that come, all of them together; nil: nothing is to be said.
  @OrNull public var doubt: String?
  /// Alarms of theirs that can never ring again, and are left out.
  public var leftOut: [String]
  public init(
    token: String, taken: String?, cards: ImportCards?, alike: Int, staying: [SettingKey], doubt: String? = nil,
    leftOut: [String] = []
  ) {
    (self.token, self.taken, self.cards, self.alike) = (token, taken, cards, alike)
    (self.staying, self.doubt, self.leftOut) = (staying, doubt, leftOut)
  }
}

/// Cards that are not the same on both clocks. They come all together or not at all.
public struct ImportCards: Codable, Sendable, Hashable {
  public var mine: [String]
  public var theirs: [String]
  /// Theirs take the place of mine.
  public var taken: Bool
  /// Why theirs could not be taken; nil: they could.
  @OrNull public var obstacle: String?
  public var notes: [String]
  public init(mine: [String], theirs: [String], taken: Bool, obstacle: String?, notes: [String]) {
    (self.mine, self.theirs, self.taken, self.obstacle, self.notes) = (mine, theirs, taken, obstacle, notes)
  }
}

/// One thing that the two clocks do not have alike.
public struct ImportItem: Codable, Sendable, Hashable {
  public enum Kind: String, CaseIterable, Codable, Sendable { case alarm, pause, calendar, preset, setting, sound }

  public var kind: Kind
  /// What a choice names, as `alarm k3f9xa`.
  public var id: String
  /// What people call it, as `Work`.
  public var name: String
  /// As each clock has it, in words: when it rings, how long, what is set; nil: it has none.
  @OrNull public var mine: String?
  @OrNull public var theirs: String?
  /// What else is not alike: `was` is mine, `now` theirs.
  public var changes: [ValueChange]
  /// What can become of it; empty: nothing is to be chosen, as only one clock has it. It stays, or is added.
  public var choices: [ImportChoice]
  public var notes: [String]

  public init(
    kind: Kind, id: String, name: String, mine: String?, theirs: String?, changes: [ValueChange] = [],
    choices: [ImportChoice], notes: [String] = []
  ) {
    (self.kind, self.id, self.name, self.mine) = (kind, id, name, mine)
    (self.theirs, self.changes, self.choices, self.notes) = (theirs, changes, choices, notes)
  }

  /// Only the other clock has it.
  public var isAdded: Bool { mine == nil }
  /// Only this clock has it.
  public var isKept: Bool { theirs == nil }
}

/// What an import has done.
public struct ImportView: Codable, Sendable, Hashable {
  /// How many alarms, pauses, calendars, presets and sounds are new here, copies beside mine among them.
  public var added: Int
  /// How many alarms, pauses, calendars, presets, settings and sounds of mine have become theirs.
  public var changed: Int
  public var cards: Bool
  /// Where what was there before is kept; nil: there was nothing to do.
  @OrNull public var before: String?
  public var notes: [String]
  public init(added: Int, changed: Int, cards: Bool, before: String?, notes: [String]) {
    (self.added, self.changed, self.cards, self.before, self.notes) = (added, changed, cards, before, notes)
  }
}
