import CEBUR128
import Glibc
import Sound
import Testing

/// Returns the beginning of a built-in sound.
func samples(of sound: BuiltInSound, seconds: Double, rate: Int = 48_000) -> [Float] {
  var generator = SoundGenerator(sound: sound, rate: rate)
  return generator.next(Int(seconds * Double(rate)))
}

func samples(of id: String, seconds: Double, rate: Int = 48_000) throws -> [Float] {
  samples(of: try #require(SoundLibrary.sound(id: id)), seconds: seconds, rate: rate)
}

/// Returns how often the samples rise through zero.
func rises(_ samples: some Collection<Float>) -> Int { zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 } }

func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }

func largestStep(_ samples: [Float]) -> Float {
  zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
}

/// A stretch of sound and the silence after it, in seconds.
struct Pulse: Hashable {
  var sound: Double
  var silence: Double
}

/// Returns the pulses of a recording in steps of 10 ms; a step is silent if its peak is below a tenth of the
/// recording's.
func pulses(in samples: [Float], rate: Int) -> [Pulse] {
  let step = rate / 100
  let threshold = peak(samples) / 10
  var pulses: [Pulse] = []
  for start in stride(from: 0, to: samples.count - step + 1, by: step) {
    if samples[start..<start + step].contains(where: { abs($0) >= threshold }) {
      if pulses.isEmpty || pulses[pulses.count - 1].silence > 0 { pulses.append(Pulse(sound: 0, silence: 0)) }
      pulses[pulses.count - 1].sound += 0.01
    } else if !pulses.isEmpty {
      pulses[pulses.count - 1].silence += 0.01
    }
  }
  return pulses
}

/// A danger signal, which an alarm clock must not imitate; recognized generously.
struct DangerSignal {
  var count: Int
  var sounds: ClosedRange<Double>
  /// The shortest silence that ends a group of pulses.
  var silence: Double

  /// ISO 8201: three pulses of 0.5 s ± 10 %, 0.5 s apart, then 1.5 s of silence.
  static let temporalThree = DangerSignal(count: 3, sounds: 0.35...0.7, silence: 1.2)
  /// UL 2034: four pulses of 0.1 s, 0.1 s apart, then 5 s of silence.
  static let temporalFour = DangerSignal(count: 4, sounds: 0.05...0.2, silence: 2.5)

  func isIn(_ pulses: [Pulse]) -> Bool {
    var groups: [[Pulse]] = [[]]
    for pulse in pulses {
      groups[groups.count - 1].append(pulse)
      if pulse.silence >= silence { groups.append([]) }
    }
    return groups.dropLast().contains { $0.count == count && $0.allSatisfy { sounds.contains($0.sound) } }
  }
}

/// Measurements of a recording by libebur128, after ITU-R BS.1770 and EBU R 128.
struct Meter {
  /// Integrated, in LUFS.
  let loudness: Double
  /// In dBTP.
  let truePeak: Double

  init(_ samples: [Float], rate: Int) throws {
    var state = ebur128_init(1, UInt(rate), Int32(EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue))
    defer { ebur128_destroy(&state) }
    let success = Int32(EBUR128_SUCCESS.rawValue)
    var (loudness, peak) = (0.0, 0.0)
    try #require(state != nil)
    try #require(ebur128_add_frames_float(state, samples, samples.count) == success)
    try #require(ebur128_loudness_global(state, &loudness) == success)
    try #require(ebur128_true_peak(state, 0, &peak) == success)
    self.loudness = loudness
    truePeak = 20 * log10(peak)
  }
}

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
