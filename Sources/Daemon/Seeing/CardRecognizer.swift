import AlarmClock
import CSodium
import Hardware
import Machine
import ScanLine

/// Finds cards by their payloads. Computes the digest of each distinct payload once.
actor CardRecognizer {
  private let digests: CardDigest
  private let inForce: BookInForce
  private var cache: [[UInt8]: [UInt8]] = [:]
  /// The salt of the cached digests. Each store has its own.
  private var salt: [UInt8] = []

  /// Enough for every code in a room; more are computed again.
  private static let largestCache = 64

  init(digests: CardDigest, inForce: BookInForce) {
    self.digests = digests
    self.inForce = inForce
  }

  func card(for payload: [UInt8]) async -> Card? {
    guard let digest = await digest(of: payload) else { return nil }
    return inForce.book.cards.first { $0.digest == digest }
  }

  func digest(of payload: [UInt8]) async -> [UInt8]? {
    let salt = inForce.book.salt
    if self.salt != salt {
      cache.removeAll()
      self.salt = salt
    }
    if let known = cache[payload] { return known }
    guard let digest = await digests.digest(of: payload, salt: salt) else { return nil }
    // Another store was loaded meanwhile, so the digest is useless.
    guard inForce.book.salt == salt else { return await self.digest(of: payload) }
    if cache.count >= Self.largestCache { cache.removeAll() }
    cache[payload] = digest
    return digest
  }

  func forget() { cache.removeAll() }
}

/// Identifies a card: scrypt (RFC 7914) of its payload and the store's one salt, computed once for all cards of a ring.
/// N = 2^14, r = 8, p = 1 takes 16 MiB and about 40 ms on a PC. That makes it expensive to guess the number on a cereal
/// box; the 128 random bits of a card are out of reach anyway.
actor CardDigest {
  private nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init() throws(SystemError) {
    // Selects the fastest code for this processor; without it, the plain one is used.
    _ = sodium_init()
    executor = try ThreadExecutor(name: "digest")
  }

  /// Returns `Card.digestLength` bytes, or `nil` if the library refuses, for example for lack of memory.
  func digest(of payload: [UInt8], salt: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: Card.digestLength)
    let result = crypto_pwhash_scryptsalsa208sha256_ll(
      payload, payload.count, salt, salt.count, 1 << 14, 8, 1, &digest, digest.count)
    return result == 0 ? digest : nil
  }
}

extension CardFinder {
  /// Returns the card of each code in a sight, `nil` for a code that is not a card of this clock.
  func cards(in sight: Sight) async -> [(card: Card?, code: CodeReport)] {
    var cards: [(card: Card?, code: CodeReport)] = []
    for code in sight.codes { cards.append((await card(for: code.payload), code)) }
    return cards
  }
}

extension CardPresence.Look {
  /// `isLightSettled`: the camera has adapted to our own light. Until then, it may not see a card that lies there.
  /// `provesAbsence`: a card that was not read counts as taken away.
  init(
    _ sight: Sight, cards: [(card: Card?, code: CodeReport)], isLightSettled: Bool, provesAbsence: Bool = true
  ) {
    var sightings: [String: CardPresence.Sighting] = [:]
    for case (let card?, let code) in cards {
      let corners = code.outline.corners.map { CardPresence.Place(x: $0.x, y: $0.y) }
      sightings[card.id] = CardPresence.Sighting(outline: CardPresence.Outline(corners), glows: code.glows)
    }
    self.init(
      number: sight.number, view: sight.view(isLightSettled: isLightSettled), cards: sightings,
      provesAbsence: provesAbsence, backdrop: Backdrop(sight.backdrop))
  }
}

extension Sight {
  /// The mean gray below which a code on paper may be unreadable. The reader calls such a frame too dark.
  private static let leastBrightness = 30

  /// The frames in which a camera that was just opened finds its exposure.
  private static let settlingPictures = 5

  fileprivate func view(isLightSettled: Bool) -> CardPresence.View {
    if isCodeInView || !isLightSettled || number <= Self.settlingPictures { return .blocked }
    if obstacle == .tooDark || brightness < Self.leastBrightness { return .dark }
    return obstacle == nil ? .clear : .blocked
  }
}
