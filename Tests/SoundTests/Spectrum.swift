import Glibc

/// The power of a recording by frequency: the mean over Hann windows of 4096 frames (Welch's method).
struct Spectrum {
  private static let size = 4096
  private let power: [Double]
  private let width: Double

  init(_ samples: [Float], rate: Int) {
    let size = Self.size
    width = Double(rate) / Double(size)
    let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)) }
    var power = [Double](repeating: 0, count: size / 2)
    for start in stride(from: 0, through: samples.count - size, by: size) {
      var real = (0..<size).map { Double(samples[start + $0]) * window[$0] }
      var imaginary = [Double](repeating: 0, count: size)
      Self.transform(&real, &imaginary)
      for index in power.indices { power[index] += real[index] * real[index] + imaginary[index] * imaginary[index] }
    }
    self.power = power
  }

  /// Returns decibels per hertz in a band that is an octave wide.
  func density(around center: Double) -> Double {
    let range = bins(center / 2.0.squareRoot(), center * 2.0.squareRoot())
    return 10 * log10(power[range].reduce(0, +) / Double(range.count))
  }

  /// Returns the share of the power between two frequencies.
  func share(_ lowest: Double, _ highest: Double) -> Double {
    power[bins(lowest, highest)].reduce(0, +) / power.reduce(0, +)
  }

  private func bins(_ lowest: Double, _ highest: Double) -> Range<Int> {
    Int((lowest / width).rounded())..<min(power.count, Int((highest / width).rounded()))
  }

  /// Cooley and Tukey's algorithm, in place; the size must be a power of 2.
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let count = real.count
    var reversed = 0
    for index in 1..<count {
      var bit = count >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
    var length = 2
    while length <= count {
      let turns = (0..<(length / 2)).map { -2 * Double.pi * Double($0) / Double(length) }.map { (cos($0), sin($0)) }
      for start in stride(from: 0, to: count, by: length) {
        for (offset, turn) in turns.enumerated() {
          let (upper, lower) = (start + offset, start + offset + length / 2)
          let re = real[lower] * turn.0 - imaginary[lower] * turn.1
          let im = real[lower] * turn.1 + imaginary[lower] * turn.0
          (real[lower], imaginary[lower]) = (real[upper] - re, imaginary[upper] - im)
          (real[upper], imaginary[upper]) = (real[upper] + re, imaginary[upper] + im)
        }
      }
      length *= 2
    }
  }
}
