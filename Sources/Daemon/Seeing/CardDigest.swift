import AlarmClock
import CSodium
import Machine

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
