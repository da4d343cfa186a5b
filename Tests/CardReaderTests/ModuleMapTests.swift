import Pictures
import Testing

@testable import CardReader

/// The standard's tables, compared with libqrencode's.
@Suite struct ModuleMapTests {
  /// Returns a code of each version and level.
  static func cards(_ versions: ClosedRange<Int>) throws -> [QRCard] {
    try QRCard.Correction.allCases.flatMap { level -> [QRCard] in
      var cards: [Int: QRCard] = [:]
      var length = 2
      while length < 2954 {
        defer { length += 4 + length / 64 }
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
        let card: QRCard
        do { card = try QRCard(payload: payload, correction: level, mode: .bytes) } catch { break }
        cards[(card.size - 17) / 4] = card
      }
      return try versions.map { try #require(cards[$0]) }
    }
  }

  @Test func whatIsKnownOfACodeIsSoInEveryVersion() throws {
    for card in try Self.cards(1...40) {
      let map = ModuleMap(side: card.size)
      for (index, known) in map.known.enumerated() where known != 0 {
        #expect((known > 0) == card.modules[index], "\(card.size): \(index % card.size), \(index / card.size)")
      }
    }
  }

  @Test func theFormatWordsAreThoseOfTheStandard() {
    // ISO/IEC 18004, table C.1.
    #expect(ModuleMap.formatWords[0] == 0x5412)
    #expect(ModuleMap.formatWords[1] == 0x5125)
    #expect(ModuleMap.formatWords[31] == 0x2BED)
  }

  @Test func everyVersionAndLevelIsCorrected() throws {
    for card in try Self.cards(1...40) {
      let map = ModuleMap(side: card.size)
      let decoder = SoftDecoder(map)
      var values = card.modules.map { Float($0 ? 1 : -1) }
      #expect(try differing(decoder.decoded(values), card).isEmpty, "version \((card.size - 17) / 4), undamaged")
      // The doubtful lower right corner holds a byte or two of each block.
      for y in card.size - 3..<card.size { for x in card.size - 4..<card.size { values[y * card.size + x] *= -0.1 } }
      #expect(try differing(decoder.decoded(values), card).isEmpty, "version \((card.size - 17) / 4), damaged")
    }
  }

  private func differing(_ code: SoftDecoder.Corrected?, _ card: QRCard) throws -> [String] {
    let modules = try #require(code).modules
    return modules.indices.filter { modules[$0] != card.modules[$0] }.map { "(\($0 % card.size), \($0 / card.size))" }
  }

  @Test func noiseIsNoCode() throws {
    var random = ReedSolomonTests.Draw(seed: 11)
    for side in [21, 25, 29, 33, 45, 77] {
      let decoder = SoftDecoder(ModuleMap(side: side))
      for _ in 0..<50 {
        let values = (0..<side * side).map { _ in Float(random.next() % 2000) / 1000 - 1 }
        #expect(decoder.decoded(values) == nil)
      }
    }
  }
}
