/// What the clock keeps, how much of it, for how long, and where.
public struct ShowData: Command {
  public static let name = "data.show"
  public static let mayTakeLong = true
  public struct Reply: Codable, Sendable {
    public var folder: String
    public var categories: [DataView]
    @OrNull public var erasure: ErasureView?
    public init(folder: String, categories: [DataView], erasure: ErasureView?) {
      (self.folder, self.categories, self.erasure) = (folder, categories, erasure)
    }
  }
  public init() {}
}

/// One kind of what is kept.
public struct DataView: Codable, Sendable, Hashable {
  public var category: String
  public var what: String
  public var count: Int
  public var unit: String
  /// Of rows about, without what the store needs to find them.
  public var bytes: Int
  /// When the earliest of it is of; nil: there is none, or it has no time.
  @OrNull public var since: String?
  public var kept: String
  /// In the state folder.
  public var place: String
  public init(
    category: String, what: String, count: Int, unit: String, bytes: Int, since: String?, kept: String, place: String
  ) {
    (self.category, self.what, self.count, self.unit) = (category, what, count, unit)
    (self.bytes, self.since, self.kept, self.place) = (bytes, since, kept, place)
  }
}

/// An erasure that is planned, or under way.
public struct ErasureView: Codable, Sendable, Hashable {
  /// `history` or `all`.
  public var scope: String
  public var alarms: Bool
  public var cards: Bool
  public var asked: String
  public var due: String
  /// Some of it may be gone: it cannot be taken back, and is finished whatever happens.
  public var begun: Bool
  /// What it waits for, though it is due; nil: for nothing else.
  @OrNull public var waits: String?
  public init(scope: String, alarms: Bool, cards: Bool, asked: String, due: String, begun: Bool, waits: String? = nil) {
    (self.scope, self.alarms, self.cards, self.asked) = (scope, alarms, cards, asked)
    (self.due, self.begun, self.waits) = (due, begun, waits)
  }
}

/// Erases what the clock remembers, two weeks from now or at once.
public struct EraseData: ChangingCommand {
  public static let name = "data.erase"
  public static let mayTakeLong = true
  public struct Reply: Codable, Sendable {
    /// What is planned; nil: it is done.
    @OrNull public var erasure: ErasureView?
    public var notes: [String]
    public init(erasure: ErasureView?, notes: [String]) { (self.erasure, self.notes) = (erasure, notes) }
  }
  /// All that is kept, and not what is remembered of rings alone.
  public var all: Bool
  public var alarms: Bool
  public var cards: Bool
  public var now: Bool
  public init(all: Bool, alarms: Bool = false, cards: Bool = false, now: Bool = false) {
    (self.all, self.alarms, self.cards, self.now) = (all, alarms, cards, now)
  }
}

/// Takes back an erasure that has not begun.
public struct CancelErasure: ChangingCommand {
  public static let name = "data.cancel"
  public struct Reply: Codable, Sendable {
    public var erasure: ErasureView
    public init(erasure: ErasureView) { self.erasure = erasure }
  }
  public init() {}
}
