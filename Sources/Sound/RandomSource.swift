/// Random numbers of a seed: xorshift64 (Marsaglia), which is cheap and repeats after 2^64 - 1 numbers.
struct RandomSource: Sendable {
  private var state: UInt64

  /// - Parameter seed: not 0.
  init(seed: UInt64) {
    precondition(seed != 0)
    state = seed
  }

  mutating func bits() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Evenly from -1 to 1.
  mutating func sample() -> Float { Float(Int32(truncatingIfNeeded: bits() >> 32)) * 0x1p-31 }

  /// From 0 up to, not including, 1.
  mutating func unit() -> Double { Double(bits() >> 11) * 0x1p-53 }
}
