import Glibc

/// Seeded random numbers: xoshiro256++ (https://prng.di.unimi.it), with its state filled by SplitMix64.
struct RandomSource {
  private var state: (UInt64, UInt64, UInt64, UInt64)
  /// The polar method produces two normal numbers at a time.
  private var spareNormal: Float?

  /// Each seed, name and index has its own sequence, so that drawing more things does not change others.
  init(seed: UInt64, name: String, index: Int) {
    var mixer = SplitMix64(state: seed)
    var key = mixer.next()
    // FNV-1a, because Swift's own hash differs between processes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for value in [hash, UInt64(truncatingIfNeeded: index)] {
      mixer = SplitMix64(state: key ^ value)
      key = mixer.next()
    }
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  mutating func bits() -> UInt64 {
    let sum = state.0 &+ state.3
    let result = (sum << 23 | sum >> 41) &+ state.0
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }

  /// Returns a number in 0..<1.
  mutating func unit() -> Float { Float(bits() >> 40) * 0x1p-24 }

  mutating func uniform(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }

  /// Returns a number whose logarithm is uniform: as many between 1 and 2 as between 2 and 4.
  mutating func logUniform(_ low: Float, _ high: Float) -> Float { exp(uniform(log(low), log(high))) }

  mutating func integer(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(bits().multipliedFullWidth(by: UInt64(range.count)).high)
  }

  /// Returns `true` with this probability.
  mutating func chance(_ probability: Float) -> Bool { unit() < probability }

  /// Returns a number of the standard normal distribution (Marsaglia's polar method).
  mutating func normal() -> Float {
    if let spare = spareNormal {
      spareNormal = nil
      return spare
    }
    while true {
      let random = bits()
      let x = Float(random >> 40) * 0x1p-23 - 1
      let y = Float(random & 0xFF_FFFF) * 0x1p-23 - 1
      let square = x * x + y * y
      if square > 0, square < 1 {
        let factor = (-2 * log(square) / square).squareRoot()
        spareNormal = y * factor
        return x * factor
      }
    }
  }

  /// Returns a Poisson-distributed count.
  mutating func poisson(_ mean: Float) -> Float {
    guard mean > 12 else {
      // Knuth's method: count events until their waiting times fill the interval.
      let limit = exp(-mean)
      var (count, product): (Float, Float) = (0, unit())
      while product > limit {
        product *= unit()
        count += 1
      }
      return count
    }
    // The normal distribution with the Poisson distribution's skew (first term of Cornish and Fisher).
    let deviate = normal()
    return max(0, (mean + mean.squareRoot() * deviate + (deviate * deviate - 1) / 6).rounded())
  }
}

private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
