/// Lists the data that the clock keeps: how much, for how long, and where.
public typealias ShowData = PlainCommand<KeptData>

public struct KeptData: LongPlainReply {
  public static let command = "data.show"
  public var folder: String
  public var categories: [DataView]
  @OrNull public var erasure: ErasureView?
  public init(folder: String, categories: [DataView], erasure: ErasureView?) {
    (self.folder, self.categories, self.erasure) = (folder, categories, erasure)
  }
}

/// One category of data.
public struct DataView: Codable, Sendable, Hashable {
  public var category: String
  public var what: String
  public var count: Int
  public var unit: String
  /// For rows, the approximate size without the overhead of the store.
  public var bytes: Int
  /// When the oldest entry is from, or `nil` if there are none, or they have no time.
  @OrNull public var since: String?
  public var kept: String
  /// Relative to the state folder.
  public var place: String
  public init(
    category: String, what: String, count: Int, unit: String, bytes: Int, since: String?, kept: String, place: String
  ) {
    (self.category, self.what, self.count, self.unit) = (category, what, count, unit)
    (self.bytes, self.since, self.kept, self.place) = (bytes, since, kept, place)
  }
}

/// An erasure that is planned or has begun.
public struct ErasureView: Codable, Sendable, Hashable {
  /// `history` or `all`.
  public var scope: String
  public var alarms: Bool
  public var cards: Bool
  public var asked: String
  public var due: String
  /// Whether it has begun. It can then no longer be canceled, and is always finished.
  public var begun: Bool
  /// Why it is waiting although it is due, otherwise `nil`.
  @OrNull public var waits: String?
  public init(scope: String, alarms: Bool, cards: Bool, asked: String, due: String, begun: Bool, waits: String? = nil) {
    (self.scope, self.alarms, self.cards, self.asked) = (scope, alarms, cards, asked)
    (self.due, self.begun, self.waits) = (due, begun, waits)
  }
}

/// Erases data, in two weeks or immediately.
public struct EraseData: ChangingCommand, LongCommand {
  public static let name = "data.erase"
  public struct Reply: Codable, Sendable {
    /// The planned erasure, or `nil` if it is done.
    @OrNull public var erasure: ErasureView?
    public var notes: [String]
    public init(erasure: ErasureView?, notes: [String]) { (self.erasure, self.notes) = (erasure, notes) }
  }
  /// Whether to erase all data instead of only the history.
  public var all: Bool
  public var alarms: Bool
  public var cards: Bool
  public var now: Bool
  public init(all: Bool, alarms: Bool = false, cards: Bool = false, now: Bool = false) {
    (self.all, self.alarms, self.cards, self.now) = (all, alarms, cards, now)
  }
}

/// Cancels an erasure that has not begun.
public typealias CancelErasure = PlainCommand<CanceledErasure>

public struct CanceledErasure: PlainChangeReply {
  public static let command = "data.cancel"
  public var erasure: ErasureView
  public init(erasure: ErasureView) { self.erasure = erasure }
}
