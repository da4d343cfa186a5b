/// Corrects a code from modules of varying certainty, and draws it as it must have been printed.
///
/// Uses Forney's generalized minimum distance decoding: the least certain codewords are erased, more with each attempt.
struct SoftDecoder {
  private let map: ModuleMap
  private let layout: CodewordLayout

  init(_ map: ModuleMap) {
    self.map = map
    layout = CodewordLayout(map)
  }

  struct Corrected {
    /// Whether each module is dark, row by row.
    let modules: [Bool]
    /// The data words in message order, without check words.
    let data: [UInt8]
  }

  /// Returns the corrected code; `nil` with too many errors. Values are how dark modules are, -1…1; near 0 is doubtful.
  func decoded(_ values: [Float]) -> Corrected? {
    let format = Self.format(values, map)
    // The printed format has its level bits XORed with 10 and its mask bits with 101 (binary).
    let (level, mask) = (Int(format >> 13) ^ 0b10, Int(format >> 10 & 7) ^ 0b101)
    var words: [UInt8] = []
    var certainties: [Float] = []
    for start in stride(from: 0, to: layout.places.count, by: 8) {
      var (word, least) = (UInt8(0), Float.infinity)
      for place in layout.places[start..<start + 8] {
        let value = values[place]
        let bit = (value > 0) != layout.isSwapped(place, mask: mask)
        word = word << 1 | (bit ? 1 : 0)
        least = min(least, abs(value))
      }
      words.append(word)
      certainties.append(least)
    }
    var data: [UInt8] = []
    for block in layout.blocks(level: level) {
      guard let corrected = Self.corrected(block, words, certainties) else { return nil }
      for (index, codeword) in block.codewords.enumerated() { words[codeword] = corrected[index] }
      data += corrected.dropLast(block.parity)
    }
    return Corrected(modules: drawn(words, mask: mask, format: format), data: data)
  }

  private static func corrected(_ block: CodewordLayout.Block, _ words: [UInt8], _ certainties: [Float]) -> [UInt8]? {
    let received = block.codewords.map { words[$0] }
    let order = block.codewords.indices.sorted { certainties[block.codewords[$0]] < certainties[block.codewords[$1]] }
    for count in stride(from: 0, through: block.parity - spare, by: 2) {
      var attempt = received
      let erasures = Array(order.prefix(count))
      guard let errors = ReedSolomon.correct(&attempt, parity: block.parity, erasures: erasures) else { continue }
      // With few check words left, noise can pass as a valid word.
      if count == 0 ? 2 * errors <= block.parity : 2 * errors + count <= block.parity - spare { return attempt }
    }
    return nil
  }

  /// Check words that erasures must leave unused: noise then passes with a probability of 256 to the power of -`spare`.
  private static let spare = 3

  private func drawn(_ words: [UInt8], mask: Int, format: UInt16) -> [Bool] {
    var dark = map.known.map { $0 > 0 }
    for (index, place) in layout.places.enumerated() {
      let bit = words[index / 8] >> (7 - index % 8) & 1 == 1
      dark[place] = bit != layout.isSwapped(place, mask: mask)
    }
    for place in layout.remainder { dark[place] = layout.isSwapped(place, mask: mask) }
    for copy in map.formatPlaces {
      for (bit, place) in copy.enumerated() { dark[place.y * map.side + place.x] = format >> (14 - bit) & 1 == 1 }
    }
    return dark
  }

  /// Returns the format word, one of only 32, that best matches both copies.
  private static func format(_ values: [Float], _ map: ModuleMap) -> UInt16 {
    let places = map.formatPlaces
    var best: (word: UInt16, score: Float) = (0, -.infinity)
    for word in ModuleMap.formatWords {
      var score: Float = 0
      for copy in places {
        for (bit, place) in copy.enumerated() {
          let value = min(max(values[place.y * map.side + place.x], -1), 1)
          score += word >> (14 - bit) & 1 == 1 ? value : -value
        }
      }
      if score > best.score { best = (word, score) }
    }
    return best.word
  }
}
