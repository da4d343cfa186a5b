/// Reed-Solomon decoding over GF(2^8) as used by QR codes (ISO/IEC 18004, 7.5), for errors and erasures.
///
/// An erasure (a byte known to be doubtful) uses up one check byte, any other error two. libzbar has no erasures.
enum ReedSolomon {
  /// Corrects a block that ends in `parity` check bytes; `erasures` are at most `parity` positions in it.
  /// Returns how many other bytes changed, or `nil` if the block cannot be corrected; it is unchanged then.
  static func correct(_ block: inout [UInt8], parity: Int, erasures: [Int]) -> Int? {
    let syndromes = syndromes(of: block, parity: parity)
    if syndromes.allSatisfy({ $0 == 0 }) { return 0 }
    // Massey's algorithm, starting from the erasure locator (Blahut, Theory and Practice of Error Control Codes).
    var locator = [UInt8](repeating: 0, count: parity + 1)
    locator[0] = 1
    for (count, place) in erasures.enumerated() {
      let root = power(block.count - 1 - place)
      for degree in stride(from: count + 1, to: 0, by: -1) { locator[degree] ^= product(root, locator[degree - 1]) }
    }
    var previous = locator
    var length = erasures.count
    for step in erasures.count..<parity {
      var discrepancy: UInt8 = 0
      for degree in 0...min(step, parity) { discrepancy ^= product(locator[degree], syndromes[step - degree]) }
      previous.insert(0, at: 0)
      previous.removeLast()
      guard discrepancy != 0 else { continue }
      let next = locator.indices.map { locator[$0] ^ product(discrepancy, previous[$0]) }
      if 2 * length <= step + erasures.count {
        length = step + erasures.count - length + 1
        let inverse = inverse(discrepancy)
        previous = locator.map { product($0, inverse) }
      }
      locator = next
    }
    guard let degree = locator.lastIndex(where: { $0 != 0 }), degree <= length else { return nil }
    return repair(&block, parity: parity, syndromes: syndromes, locator: locator, degree: degree, erasures: erasures)
  }

  private static func repair(
    _ block: inout [UInt8], parity: Int, syndromes: [UInt8], locator: [UInt8], degree: Int, erasures: [Int]
  ) -> Int? {
    var evaluator = [UInt8](repeating: 0, count: parity)
    for index in 0..<parity {
      for term in 0...index { evaluator[index] ^= product(syndromes[index - term], locator[term]) }
    }
    var (repaired, roots, errors) = (block, 0, 0)
    for place in block.indices {
      let exponent = block.count - 1 - place
      let x = power(255 - exponent % 255)
      guard value(of: locator, at: x) == 0 else { continue }
      roots += 1
      var slope: UInt8 = 0
      for odd in stride(from: 1, through: parity, by: 2) { slope ^= product(locator[odd], raised(x, odd - 1)) }
      guard slope != 0 else { return nil }
      let change = product(product(value(of: evaluator, at: x), inverse(slope)), power(exponent))
      repaired[place] ^= change
      if change != 0, !erasures.contains(place) { errors += 1 }
    }
    guard roots == degree, self.syndromes(of: repaired, parity: parity).allSatisfy({ $0 == 0 }) else { return nil }
    block = repaired
    return errors
  }

  private static func syndromes(of block: [UInt8], parity: Int) -> [UInt8] {
    (0..<parity).map { index in
      let root = power(index)
      return block.reduce(0) { product($0, root) ^ $1 }
    }
  }

  /// - Parameter polynomial: coefficients, lowest first.
  private static func value(of polynomial: [UInt8], at x: UInt8) -> UInt8 {
    polynomial.reversed().reduce(0) { product($0, x) ^ $1 }
  }

  private static func raised(_ x: UInt8, _ exponent: Int) -> UInt8 {
    x == 0 ? (exponent == 0 ? 1 : 0) : power(Int(logarithms[Int(x)]) * exponent % 255)
  }

  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a == 0 || b == 0 ? 0 : powers[Int(logarithms[Int(a)]) + Int(logarithms[Int(b)])]
  }

  private static func inverse(_ a: UInt8) -> UInt8 { powers[255 - Int(logarithms[Int(a)])] }

  private static func power(_ exponent: Int) -> UInt8 { powers[exponent % 255] }

  /// Powers of 2 modulo x^8 + x^4 + x^3 + x^2 + 1, twice, so that adding two logarithms needs no modulo.
  private static let powers: [UInt8] = {
    var (powers, value) = ([UInt8](), 1)
    for _ in 0..<255 {
      powers.append(UInt8(value))
      value = value << 1 ^ (value & 0x80 != 0 ? 0x11D : 0)
    }
    return powers + powers + [1]
  }()

  private static let logarithms: [UInt8] = {
    var logarithms = [UInt8](repeating: 0, count: 256)
    for exponent in 0..<255 { logarithms[Int(powers[exponent])] = UInt8(exponent) }
    return logarithms
  }()
}
