import AlarmClock

/// Knows cards by their payloads, computing each distinct payload's digest once.
actor CardRecognizer {
  private let digests: CardDigest
  private let inForce: BookInForce
  private var cache: [[UInt8]: [UInt8]] = [:]
  /// What the digests in the cache were salted with: another store has its own.
  private var salt: [UInt8] = []

  /// Enough for every code in a room; more are computed again.
  private static let largestCache = 64

  init(digests: CardDigest, inForce: BookInForce) {
    self.digests = digests
    self.inForce = inForce
  }

  func card(for payload: [UInt8]) async -> Card? {
    guard let digest = await digest(of: payload) else { return nil }
    return inForce.book.cards.card(withDigest: digest)
  }

  func digest(of payload: [UInt8]) async -> [UInt8]? {
    let salt = inForce.book.salt
    if self.salt != salt {
      cache.removeAll()
      self.salt = salt
    }
    if let known = cache[payload] { return known }
    guard let digest = await digests.digest(of: payload, salt: salt) else { return nil }
    // Another store took its place meanwhile: the digest is worth nothing.
    guard inForce.book.salt == salt else { return await self.digest(of: payload) }
    if cache.count >= Self.largestCache { cache.removeAll() }
    cache[payload] = digest
    return digest
  }

  /// Lets go of the payloads that were seen.
  func forget() { cache.removeAll() }
}
