import AlarmClock
import CSodium
import Hardware
import Machine
import ScanLine

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

/// The digest a card is known by: scrypt (RFC 7914) of its payload's bytes, salted with the store's salt.
///
/// One salt for the whole store, so that a payload seen during a ring costs one computation however many cards
/// there are. N = 2^14, r = 8, p = 1: 16 MiB and about 40 ms on a PC, which makes guessing the number on a cereal
/// box expensive, and a card's 128 random bits stay out of reach in any case.
actor CardDigest {
  private nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init() throws(SystemError) {
    // Picks the fastest code for this processor; without it the plain one is used.
    _ = sodium_init()
    executor = try ThreadExecutor(name: "digest")
  }

  /// `Card.digestLength` bytes; nil when the library refuses, as without memory.
  func digest(of payload: [UInt8], salt: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: Card.digestLength)
    let result = crypto_pwhash_scryptsalsa208sha256_ll(
      payload, payload.count, salt, salt.count, 1 << 14, 8, 1, &digest, digest.count)
    return result == 0 ? digest : nil
  }
}

extension CardFinder {
  /// The cards that a sight shows, each once; nil: a code that is no card of this clock.
  func cards(in sight: Sight) async -> [(card: Card?, code: CodeReport)] {
    var cards: [(card: Card?, code: CodeReport)] = []
    for code in sight.codes { cards.append((await card(for: code.payload), code)) }
    return cards
  }
}

extension CardPresence.Look {
  /// - Parameters:
  ///   - cards: what the codes of the sight are.
  ///   - isLightSettled: our own light was not switched lately: until the camera has found its exposure for it, what lies
  ///     there may be unseen, dazzled or dark.
  ///   - provesAbsence: whether a card that was not read was taken away.
  init(
    _ sight: Sight, cards: [(card: Card?, code: CodeReport)], isLightSettled: Bool, provesAbsence: Bool = true
  ) {
    var sightings: [String: CardPresence.Sighting] = [:]
    for (card, code) in cards {
      guard let card else { continue }
      let corners = code.outline.corners.map { CardPresence.Place(x: $0.x, y: $0.y) }
      sightings[card.id] = CardPresence.Sighting(outline: CardPresence.Outline(corners), glows: code.glows)
    }
    self.init(
      number: sight.number, view: sight.view(isLightSettled: isLightSettled), cards: sightings,
      provesAbsence: provesAbsence, backdrop: Backdrop(sight.backdrop))
  }
}

extension Sight {
  /// The mean grey below which a code on paper may not be read; as dark, the reader calls a frame too dark.
  private static let leastBrightness = 30

  /// A camera that was just opened finds its exposure by these.
  private static let settlingPictures = 5

  fileprivate func view(isLightSettled: Bool) -> CardPresence.View {
    if isCodeInView || !isLightSettled || number <= Self.settlingPictures { return .blocked }
    if obstacle == .tooDark || brightness < Self.leastBrightness { return .dark }
    return obstacle == nil ? .clear : .blocked
  }
}
