/// The positions of the bits of a QR code's codewords, and their division into blocks (ISO/IEC 18004, 7.6 and 7.7).
struct CodewordLayout {
  /// The modules that hold bits, in order: eight per codeword, most significant first.
  let places: [Int]
  /// The remainder modules, up to seven, which hold zeros.
  let remainder: [Int]
  private let side: Int

  init(_ map: ModuleMap) {
    side = map.side
    var reserved = map.known.map { $0 != 0 }
    for copy in map.formatPlaces { for place in copy { reserved[place.y * side + place.x] = true } }
    var places: [Int] = []
    var right = side - 1
    while right > 0 {
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

  /// A block of codewords, as indices in symbol order: data first, then `parity` check words.
  struct Block {
    let codewords: [Int]
    let parity: Int
  }

  /// - Parameter level: the two level bits of the format: 1 is L, 0 is M, 3 is Q, 2 is H.
  func blocks(level: Int) -> [Block] {
    let version = (side - 17) / 4
    let (parity, count) = (Self.parities[level][version - 1], Self.counts[level][version - 1])
    let total = places.count / 8
    // If the codewords do not divide evenly, the first blocks are shorter by one.
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

  /// Check words per block for versions 1 to 40, by the level bits of the format (ISO/IEC 18004, table 9).
  private static let parities = [
    [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26] + repeated(28, 19),
    [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28]
      + repeated(30, 14),
    [17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24] + repeated(30, 18),
    [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28]
      + repeated(30, 14),
  ]

  private static let counts = [
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
      17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ],
    [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
      8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    ],
    [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
      25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
    ],
    [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
      23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
    ],
  ]

  private static func repeated(_ number: Int, _ count: Int) -> [Int] { Array(repeating: number, count: count) }
}
