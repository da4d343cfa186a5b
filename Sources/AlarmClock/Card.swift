/// A QR code that may end a ring. What it says is not kept: only a digest of it.
public struct Card: Hashable, Sendable, Identifiable {
  /// Six letters and digits, unique for ever.
  public var id: String
  /// Up to 100 characters, unique among the cards.
  public var name: String
  /// The salted scrypt digest of its payload's bytes.
  public var digest: [UInt8]
  /// False for a new card until this clock's camera, or a picture, has shown that it reads.
  public var isEnrolled: Bool
  public var created: Instant

  public init(id: String, name: String, digest: [UInt8], isEnrolled: Bool, created: Instant) {
    self.id = id
    self.name = name
    self.digest = digest
    self.isEnrolled = isEnrolled
    self.created = created
  }
}

extension Sequence where Element == Card {
  /// The card whose payload has this digest, enrolled or not.
  public func card(withDigest digest: [UInt8]) -> Card? { first { $0.digest == digest } }
}
