import Pictures
import TestSupport
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

  @Test func everyVersionAndLevelIsKnownAndCorrected() throws {
    for card in try Self.cards(1...40) {
      let map = ModuleMap(side: card.size)
      for (index, known) in map.known.enumerated() where known != 0 {
        #expect((known > 0) == card.modules[index], "\(card.size): \(index % card.size), \(index / card.size)")
      }
      let decoder = SoftDecoder(map)
      var values = card.modules.map { Float($0 ? 1 : -1) }
      #expect(try differing(decoder.decoded(values), card).isEmpty, "version \((card.size - 17) / 4), undamaged")
      // The doubtful lower right corner holds a byte or two of each block.
      for y in card.size - 3..<card.size { for x in card.size - 4..<card.size { values[y * card.size + x] *= -0.1 } }
      #expect(try differing(decoder.decoded(values), card).isEmpty, "version \((card.size - 17) / 4), damaged")
    }
  }

  @Test func theFormatWordsAreThoseOfTheStandard() {
    // ISO/IEC 18004, table C.1.
    #expect(ModuleMap.formatWords[0] == 0x5412)
    #expect(ModuleMap.formatWords[1] == 0x5125)
    #expect(ModuleMap.formatWords[31] == 0x2BED)
  }

  private func differing(_ code: SoftDecoder.Corrected?, _ card: QRCard) throws -> [String] {
    let modules = try #require(code).modules
    return modules.indices.filter { modules[$0] != card.modules[$0] }.map { "(\($0 % card.size), \($0 / card.size))" }
  }

  @Test func noiseIsNoCode() throws {
    var random = SeededGenerator(state: 11)
    for side in [21, 25, 29, 33, 45, 77] {
      let decoder = SoftDecoder(ModuleMap(side: side))
      for _ in 0..<50 {
        let values = (0..<side * side).map { _ in Float.random(in: -1..<1, using: &random) }
        #expect(decoder.decoded(values) == nil)
      }
    }
  }
}

@Suite struct ReedSolomonTests {
  static let blocks: [(length: Int, parity: Int)] = [(26, 7), (44, 10), (70, 26), (43, 18), (134, 26)]

  static let cases: [(length: Int, parity: Int, errors: Int, erasures: Int)] = blocks.flatMap { length, parity in
    [(0, 0), (1, 0), (parity / 2, 0), (0, parity), (1, parity - 2), (parity / 4, parity / 2)].map {
      (length, parity, $0.0, $0.1)
    }
  }

  /// The code is linear, so what corrects the zero word corrects every word.
  @Test(arguments: cases)
  func whatTheCheckWordsAllowIsCorrected(length: Int, parity: Int, errors: Int, erasures: Int) {
    for seed in 0..<20 {
      var random = SeededGenerator(state: UInt64(seed))
      var block = [UInt8](repeating: 0, count: length)
      let places = (0..<length).shuffled(using: &random).prefix(errors + erasures)
      // Some of the doubtful bytes are right.
      for (index, place) in places.enumerated() where index < errors || seed % 2 == 0 {
        block[place] = UInt8.random(in: 1...255, using: &random)
      }
      let found = ReedSolomon.correct(&block, parity: parity, erasures: Array(places[errors...]))
      #expect(found == errors)
      #expect(block.allSatisfy { $0 == 0 })
    }
  }

  @Test func whatIsTooMuchIsLeftAsItWas() {
    var refused = 0
    for seed in 0..<200 {
      var random = SeededGenerator(state: UInt64(seed))
      var block = [UInt8](repeating: 0, count: 44)
      let places = (0..<44).shuffled(using: &random).prefix(12)
      for place in places { block[place] = UInt8.random(in: 1...255, using: &random) }
      let before = block
      if ReedSolomon.correct(&block, parity: 10, erasures: []) == nil {
        refused += 1
        #expect(block == before)
      }
    }
    // By chance one in a hundred thousand is near another word.
    #expect(refused == 200)
  }
}
