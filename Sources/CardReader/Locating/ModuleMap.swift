/// The function patterns of a QR code of a given size (ISO/IEC 18004, 6.3), which are known before it is read.
struct ModuleMap {
  /// Modules per side: 21, 25, … 177.
  let side: Int
  /// 1 to 40.
  var version: Int { (side - 17) / 4 }
  /// Row by row: 1 for dark, -1 for light, 0 for data or format.
  let known: [Int8]

  init(side: Int) {
    self.side = side
    var known = [Int8](repeating: 0, count: side * side)
    func set(_ x: Int, _ y: Int, _ dark: Bool) {
      if x >= 0, y >= 0, x < side, y < side { known[y * side + x] = dark ? 1 : -1 }
    }
    for index in 8..<side - 8 {
      set(index, 6, index % 2 == 0)
      set(6, index, index % 2 == 0)
    }
    for (left, top) in [(0, 0), (side - 7, 0), (0, side - 7)] {
      for y in -1...7 {
        for x in -1...7 {
          let ring = max(abs(x - 3), abs(y - 3))
          set(left + x, top + y, ring != 2 && ring != 4)
        }
      }
    }
    let centres = Self.alignmentCentres(side: side)
    // Finder patterns replace the alignment patterns in three corners.
    let corners = [(6, 6), (6, side - 7), (side - 7, 6)]
    for y in centres {
      for x in centres where !corners.contains(where: { $0 == (x, y) }) {
        for dy in -2...2 {
          for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
      }
    }
    set(8, side - 8, true)
    // Version information (7.10): six bits and twelve check bits, in two places.
    let version = (side - 17) / 4
    if version >= 7 {
      var remainder = version << 12
      for bit in stride(from: 17, through: 12, by: -1) where remainder >> bit & 1 == 1 {
        remainder ^= 0x1F25 << (bit - 12)
      }
      let word = version << 12 | remainder
      for bit in 0..<18 {
        set(side - 11 + bit % 3, bit / 3, word >> bit & 1 == 1)
        set(bit / 3, side - 11 + bit % 3, word >> bit & 1 == 1)
      }
    }
    self.known = known
  }

  /// Returns the rows and columns of the alignment patterns' centers (ISO/IEC 18004, annex E).
  static func alignmentCentres(side: Int) -> [Int] {
    let version = (side - 17) / 4
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    // All but the first are evenly spaced by an even number; version 32 is an exception in the standard.
    let step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { side - 7 - step * $0 }.reversed()
  }

  /// The positions of both copies of the 15 format bits, most significant first (ISO/IEC 18004, 7.9).
  var formatPlaces: [[(x: Int, y: Int)]] {
    let first = [0, 1, 2, 3, 4, 5, 7, 8].map { (x: $0, y: 8) } + [7, 5, 4, 3, 2, 1, 0].map { (x: 8, y: $0) }
    let second = (1...7).map { (x: 8, y: side - $0) } + (0..<8).map { (x: side - 8 + $0, y: 8) }
    return [first, second]
  }

  /// The 32 valid format words, masked as printed.
  static let formatWords: [UInt16] = (0..<32).map { (data: UInt16) in
    var remainder = data << 10
    for bit in stride(from: 14, through: 10, by: -1) where remainder >> bit & 1 == 1 {
      remainder ^= 0x537 << (bit - 10)
    }
    return (data << 10 | remainder) ^ 0x5412
  }
}
