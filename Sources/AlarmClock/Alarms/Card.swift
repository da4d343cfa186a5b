/// A QR code that may end a ring. What it says is not kept: only a digest of it.
public struct Card: Hashable, Sendable, Identifiable {
  /// Six letters and digits, unique for ever.
  public var id: String
  /// Up to 100 characters, unique among the cards.
  public var name: String
  public var kind: Kind
  /// The salted scrypt digest of its payload's bytes; `digestLength` bytes.
  public var digest: [UInt8]
  /// False for a new card until this clock's camera, or a picture, has shown that it reads.
  public var isEnrolled: Bool
  public var created: Instant

  public static let digestLength = 32

  /// What showing it does.
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    case dismiss
    /// It silences a ring for a while, where the alarm allows that.
    case snooze
  }

  public init(
    id: String, name: String, kind: Kind = .dismiss, digest: [UInt8], isEnrolled: Bool, created: Instant
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.digest = digest
    self.isEnrolled = isEnrolled
    self.created = created
  }

  /// Whether it ends a ring that these cards answer, by their ids; none: every card does.
  public func ends(ringOf cards: [String]) -> Bool {
    isEnrolled && kind == .dismiss && (cards.isEmpty || cards.contains(id))
  }
}

extension Sequence where Element == Card {
  /// The card whose payload has this digest, enrolled or not.
  public func card(withDigest digest: [UInt8]) -> Card? { first { $0.digest == digest } }
}
