import Testing

@testable import CardReader

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
      var random = Draw(seed: UInt64(seed))
      var block = [UInt8](repeating: 0, count: length)
      let places = random.places(errors + erasures, of: length)
      // Some of the doubtful bytes are right.
      for (index, place) in places.enumerated() where index < errors || seed % 2 == 0 {
        block[place] = UInt8(random.next() % 255 + 1)
      }
      let found = ReedSolomon.correct(&block, parity: parity, erasures: Array(places[errors...]))
      #expect(found == errors)
      #expect(block.allSatisfy { $0 == 0 })
    }
  }

  @Test func whatIsTooMuchIsLeftAsItWas() {
    var refused = 0
    for seed in 0..<200 {
      var random = Draw(seed: UInt64(seed))
      var block = [UInt8](repeating: 0, count: 44)
      for place in random.places(12, of: 44) { block[place] = UInt8(random.next() % 255 + 1) }
      let before = block
      if ReedSolomon.correct(&block, parity: 10, erasures: []) == nil {
        refused += 1
        #expect(block == before)
      }
    }
    // By chance one in a hundred thousand is near another word.
    #expect(refused == 200)
  }

  /// Knuth's MMIX generator; its high bits are the good ones.
  struct Draw {
    var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }

    mutating func places(_ count: Int, of length: Int) -> [Int] {
      var all = Array(0..<length)
      return (0..<count).map { _ in all.remove(at: next() % all.count) }
    }
  }
}
