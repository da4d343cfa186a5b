import CSodium

/// Tells whether bytes have come as they went: BLAKE2b of what goes by, piece by piece.
struct SoundDigest: ~Copyable {
  static let length = 32

  private let memory: UnsafeMutableRawPointer
  private var state: OpaquePointer { OpaquePointer(memory) }

  init() {
    // CRYPTO_ALIGN(64), which Swift does not import.
    memory = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    crypto_generichash_init(state, nil, 0, Self.length)
  }

  deinit { memory.deallocate() }

  func add(_ bytes: ArraySlice<UInt8>) {
    _ = bytes.withUnsafeBufferPointer { crypto_generichash_update(state, $0.baseAddress, UInt64($0.count)) }
  }

  consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Self.length)
    crypto_generichash_final(state, &digest, digest.count)
    return digest
  }
}
