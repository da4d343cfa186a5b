/// Where the bits of a QR code's codewords stand, and how these form blocks (ISO/IEC 18004, 7.6 and 7.7).
struct CodewordLayout {
  /// The modules that hold bits, in their order: eight a codeword, the most significant first.
  let places: [Int]
  /// The modules left over, up to seven: zeros.
  let remainder: [Int]
  private let side: Int

  /// nil for a code larger than version 10, whose modules a camera at 640x480 does not resolve in a hand.
  init?(_ map: ModuleMap) {
    side = map.side
    let version = (side - 17) / 4
    guard (1...10).contains(version) else { return nil }
    var reserved = map.known.map { $0 != 0 }
    for copy in map.formatPlaces { for place in copy { reserved[place.y * side + place.x] = true } }
    var places: [Int] = []
    var right = side - 1
    while right > 0 {
      // The column of the timing pattern is passed over.
      if right == 6 { right = 5 }
      for step in 0..<side {
        let y = (right + 1) & 2 == 0 ? side - 1 - step : step
        for x in [right, right - 1] where !reserved[y * side + x] { places.append(y * side + x) }
      }
      right -= 2
    }
    let (codewords, rest) = (places.count / 8 * 8, places.count % 8)
    self.places = Array(places.prefix(codewords))
    remainder = Array(places.suffix(rest))
  }

  /// Whether mask 0…7 swaps dark and light at a module.
  func isSwapped(_ place: Int, mask: Int) -> Bool {
    let (x, y) = (place % side, place / side)
    return switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  /// A block of codewords: data first, then `parity` check words; each as its index in the order of the symbol.
  struct Block {
    let codewords: [Int]
    let parity: Int
  }

  /// - Parameter level: the two bits of the format: 1 L, 0 M, 3 Q, 2 H.
  func blocks(level: Int) -> [Block] {
    let version = (side - 17) / 4
    let (parity, count) = Self.table[level][version - 1]
    let total = places.count / 8
    // The first blocks are shorter by one where they do not come out even.
    let (short, shorter) = (total / count - parity, count - total % count)
    var blocks = [[Int]](repeating: [], count: count)
    var next = 0
    for index in 0...short {
      for block in 0..<count where index < short || block >= shorter {
        blocks[block].append(next)
        next += 1
      }
    }
    for _ in 0..<parity {
      for block in 0..<count {
        blocks[block].append(next)
        next += 1
      }
    }
    return blocks.map { Block(codewords: $0, parity: parity) }
  }

  /// Check words a block and number of blocks, of versions 1 to 10, by the format's level bits (ISO/IEC 18004, table 9).
  private static let table: [[(parity: Int, blocks: Int)]] = [
    [(10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5)],
    [(7, 1), (10, 1), (15, 1), (20, 1), (26, 1), (18, 2), (20, 2), (24, 2), (30, 2), (18, 4)],
    [(17, 1), (28, 1), (22, 2), (16, 4), (22, 4), (28, 4), (26, 5), (26, 6), (24, 8), (28, 8)],
    [(13, 1), (22, 1), (18, 2), (26, 2), (18, 4), (24, 4), (18, 6), (22, 6), (20, 8), (24, 8)],
  ]
}
