/// Lists the rings whose pictures are kept, latest first.
public typealias ListEvidence = PlainCommand<EvidenceList>

public struct EvidenceList: PlainReply {
  public static let command = "evidence.list"
  /// Whether the pictures of future rings will be kept.
  public var on: Bool
  public var rings: [EvidenceView]
  /// How long and how many rings are kept at most.
  public var days: Int
  public var mostRings: Int
  public init(on: Bool, rings: [EvidenceView], days: Int, mostRings: Int) {
    (self.on, self.rings, self.days, self.mostRings) = (on, rings, days, mostRings)
  }
}

public struct EvidenceView: Codable, Sendable, Hashable {
  /// For example `2026-11-21T070105Z-k3f9xa`.
  public var ring: String
  /// This and the next three are `nil` if the description is unreadable.
  @OrNull public var alarmId: String?
  @OrNull public var label: String?
  /// `dismissed`, `missed`, or `checking` for a ring with a wake check to come.
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

/// Streams the files of a ring, one per item.
public struct ReadEvidence: Command {
  public static let name = "evidence.read"
  public typealias Reply = EvidenceFile
  /// `EvidenceView.ring` or a unique prefix.
  public var ring: String
  public init(ring: String) { self.ring = ring }
}

public struct EvidenceFile: Codable, Sendable {
  /// For example `01.png`. `ring.json` describes the pictures.
  public var file: String
  /// Base64.
  public var data: String
  public init(file: String, data: String) { (self.file, self.data) = (file, data) }
}

/// Deletes the pictures of one ring or of all rings.
public struct DeleteEvidence: ChangingCommand {
  public static let name = "evidence.delete"
  public struct Reply: Codable, Sendable {
    public var rings: Int
    public init(rings: Int) { self.rings = rings }
  }
  /// `nil` for all rings.
  public var ring: String?
  public init(ring: String?) { self.ring = ring }
}
