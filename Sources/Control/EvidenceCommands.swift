/// The rings of which pictures are kept, the latest first.
public struct ListEvidence: Command {
  public static let name = "evidence.list"
  public struct Reply: Codable, Sendable {
    /// Whether those of the next ring will be, too.
    public var on: Bool
    public var rings: [EvidenceView]
    /// How long they are kept, and how many at most.
    public var days: Int
    public var mostRings: Int
    public init(on: Bool, rings: [EvidenceView], days: Int, mostRings: Int) {
      (self.on, self.rings, self.days, self.mostRings) = (on, rings, days, mostRings)
    }
  }
  public init() {}
}

public struct EvidenceView: Codable, Sendable, Hashable {
  /// As `2026-11-21T070105Z-k3f9xa`.
  public var ring: String
  /// nil, as the next three: what was written of it cannot be read.
  @OrNull public var alarmId: String?
  @OrNull public var label: String?
  /// `dismissed`, `missed`, or `checking` for one that asks for a card once more.
  @OrNull public var outcome: String?
  /// When the camera stopped looking.
  @OrNull public var ended: String?
  public var pictures: Int
  public var bytes: Int
  public init(
    ring: String, alarmId: String?, label: String?, outcome: String?, ended: String?, pictures: Int, bytes: Int
  ) {
    (self.ring, self.alarmId, self.label, self.outcome) = (ring, alarmId, label, outcome)
    (self.ended, self.pictures, self.bytes) = (ended, pictures, bytes)
  }
}

/// The files of a ring: a stream of them, each whole.
public struct ReadEvidence: Command {
  public static let name = "evidence.read"
  public typealias Reply = EvidenceFile
  /// `EvidenceView.ring`, or a beginning that no other has.
  public var ring: String
  public init(ring: String) { self.ring = ring }
}

public struct EvidenceFile: Codable, Sendable {
  /// As `01.png`; `ring.json` tells what there is to say of the pictures.
  public var file: String
  /// In base64.
  public var data: String
  public init(file: String, data: String) { (self.file, self.data) = (file, data) }
}

/// Deletes the pictures of a ring, or of all.
public struct DeleteEvidence: ChangingCommand {
  public static let name = "evidence.delete"
  public struct Reply: Codable, Sendable {
    public var rings: Int
    public init(rings: Int) { self.rings = rings }
  }
  /// nil: all.
  public var ring: String?
  public init(ring: String?) { self.ring = ring }
}
