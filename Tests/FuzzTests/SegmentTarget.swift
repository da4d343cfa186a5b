import Pictures
import TestSupport

@testable import CardReader

extension FuzzTarget {
  /// A byte for the version of a QR code, and its data words: any bits that can be printed as a valid code.
  static let segments = FuzzTarget(
    name: "segments", longest: 2957, seeds: { try segmentSeeds() },
    examine: { bytes in
      var pieces = Pieces(bytes)
      let version = Int(pieces.byte()) % 40 + 1
      let words = pieces.all()
      guard let (payload, _) = Segments.code(of: words, version: version) else { return }
      try promise(payload == Segments.code(of: words, version: version)?.payload, "the same code has two payloads")
      // Three digits take ten bits; an application indicator takes twelve and adds two digits.
      let isBounded = !payload.isEmpty && payload.count <= 8 * words.count * 3 / 10
      try promise(isBounded, "\(payload.count) bytes of \(words.count) words")
    })
}

private func segmentSeeds() throws -> [[UInt8]] {
  let kinds: [[(value: Int, bits: Int)]] = [
    [(1, 4), (4, 10), (123, 10), (4, 4)],
    [(2, 4), (3, 9), (38 * 45 + 38, 11), (10, 6)],
    [(4, 4), (2, 8), (0x93, 8), (0xFA, 8)],
    [(8, 4), (2, 8), (0x0D9F, 13), (0x1AAA, 13)],
    [(13, 4), (1, 4), (1, 8), (0x0123, 13)],
    [(7, 4), (26, 8), (4, 4), (1, 8), (0xFF, 8)],
    [(7, 4), (0x8123, 16), (7, 4), (0xC12345, 24), (1, 4), (1, 10), (7, 4)],
    [(3, 4), (0x12AB, 16), (4, 4), (1, 8), (65, 8)],
    [(5, 4), (2, 4), (2, 9), (38 * 45 + 12, 11)],
    [(9, 4), (37, 8), (2, 4), (1, 9), (38, 6)],
  ]
  let cards = try ["0123456789", "rouse:bathroom", String(repeating: "long ", count: 60)].map { text -> [UInt8] in
    let card = try QRCard(payload: Array(text.utf8))
    guard let code = SoftDecoder(ModuleMap(side: card.size)).decoded(card.modules.map { $0 ? 1 : -1 }) else {
      throw BrokenPromise("a card cannot be corrected")
    }
    return [UInt8((card.size - 17) / 4 - 1)] + code.data
  }
  return kinds.map { [0] + [UInt8](bits: $0 + [(0, 4)]) } + cards
}
