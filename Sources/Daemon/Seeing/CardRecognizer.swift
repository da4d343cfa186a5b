import AlarmClock

/// Knows cards by their payloads, computing each distinct payload's digest once.
actor CardRecognizer {
  private let digests: CardDigest
  private var cards: [Card]
  private var cache: [[UInt8]: [UInt8]] = [:]
  /// How often the salt was changed: a digest that was being computed meanwhile is worth nothing.
  private var salts = 0

  /// Enough for every code in a room; more are computed again.
  private static let largestCache = 64

  init(digests: CardDigest, cards: [Card]) {
    self.digests = digests
    self.cards = cards
  }

  func use(_ cards: [Card]) { self.cards = cards }

  /// The cards of another store, and the salt of their digests.
  func use(_ cards: [Card], salt: [UInt8]) async {
    salts += 1
    await digests.use(salt)
    salts += 1
    cache.removeAll()
    self.cards = cards
  }

  func card(for payload: [UInt8]) async -> Card? {
    guard let digest = await digest(of: payload) else { return nil }
    return cards.card(withDigest: digest)
  }

  func digest(of payload: [UInt8]) async -> [UInt8]? {
    if let known = cache[payload] { return known }
    let before = salts
    guard let digest = await digests.digest(of: payload) else { return nil }
    guard salts == before else { return await self.digest(of: payload) }
    if cache.count >= Self.largestCache { cache.removeAll() }
    cache[payload] = digest
    return digest
  }

  /// Lets go of the payloads that were seen.
  func forget() { cache.removeAll() }
}
