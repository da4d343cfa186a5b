/// A QR card that can end or snooze a ring. Only a digest of its payload is stored.
public struct Card: Hashable, Sendable, Identifiable {
  /// Six letters and digits, never reused.
  public var id: String
  /// Up to 100 characters, unique among the cards.
  public var name: String
  public var kind: Kind
  /// The salted scrypt digest of the payload's bytes, `digestLength` bytes long.
  public var digest: [UInt8]
  /// `false` for a new card until this clock's camera, or a picture, has shown that it can be read.
  public var isEnrolled: Bool
  public var created: Instant

  public static let digestLength = 32

  /// The effect of showing the card.
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    case dismiss
    /// Silences a ring for a while, if the alarm allows it.
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

  /// Whether it ends a ring for which these card ids are set. Without any ids, every enrolled card does.
  public func ends(ringOf cards: [String]) -> Bool {
    isEnrolled && kind == .dismiss && (cards.isEmpty || cards.contains(id))
  }
}
