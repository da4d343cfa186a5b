/// Pseudorandom numbers by Marsaglia's xorshift64, which is cheap and repeats after 2^64 - 1 numbers.
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

  /// Returns a number from -1 to 1, uniformly distributed.
  mutating func sample() -> Float { Float(Int32(truncatingIfNeeded: bits() >> 32)) * 0x1p-31 }

  /// Returns a number from 0 to less than 1, uniformly distributed.
  mutating func unit() -> Double { Double(bits() >> 11) * 0x1p-53 }
}
