import CEBUR128
import Glibc
import Sound

/// Loudness and peaks of one channel by EBU R 128 (libebur128).
struct LoudnessMeter: ~Copyable {
  /// The samples per block for peaks and energies: 1 ms.
  static let block = SoundPreparation.rate / 1000

  private var state: UnsafeMutablePointer<ebur128_state>?
  private let hasTruePeaks: Bool
  private var band: BandFilter
  /// The largest value of each block, where 1 is full scale.
  private(set) var peaks: [Float]
  /// The energy of each block, weighted for loudness.
  private var energies: [Double]
  private var rest: [Float]

  /// - Parameters:
  ///   - hasTruePeaks: whether to measure peaks between samples, which takes most of the time.
  ///   - band: the part of the sound to measure.
  init(hasTruePeaks: Bool = false, band: BandFilter = .unlimited) throws(SoundRefusal) {
    let peakMode = hasTruePeaks ? EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_SAMPLE_PEAK
    let mode = Int32(EBUR128_MODE_I.rawValue | peakMode.rawValue)
    // Fails only if memory is short.
    guard let state = ebur128_init(1, UInt(SoundPreparation.rate), mode) else { throw .damaged }
    self.state = state
    self.hasTruePeaks = hasTruePeaks
    self.band = band
    (peaks, energies, rest) = ([], [], [])
  }

  deinit {
    var state = state
    ebur128_destroy(&state)
  }

  mutating func add(_ samples: [Float]) {
    var samples = samples
    band.apply(to: &samples)
    rest += samples
    var start = 0
    while rest.count - start >= Self.block {
      measure(rest[start..<start + Self.block])
      start += Self.block
    }
    rest.removeFirst(start)
  }

  mutating func finish() {
    if !rest.isEmpty { measure(rest[...]) }
    rest = []
  }

  private mutating func measure(_ block: ArraySlice<Float>) {
    let peak = block.withUnsafeBufferPointer { samples in
      // Fails only if memory is short; the sound is then too quiet to be accepted.
      ebur128_add_frames_float(state, samples.baseAddress, samples.count)
      var peak = 0.0
      if hasTruePeaks { ebur128_prev_true_peak(state, 0, &peak) } else { ebur128_prev_sample_peak(state, 0, &peak) }
      return peak
    }
    peaks.append(Float(peak))
    var loudness = -Double.infinity
    // The window is one millisecond.
    ebur128_loudness_window(state, 1, &loudness)
    energies.append(pow(10, loudness / 10))
  }

  /// In LUFS; minus infinity for silence.
  var loudness: Double {
    var loudness = -Double.infinity
    ebur128_loudness_global(state, &loudness)
    return loudness
  }

  /// The loudness of the loudest `SoundPreparation.loudestSpan` seconds in LUFS, treating the samples as a loop.
  var loudest: Double {
    let count = energies.count
    let span = min(count, Int(SoundPreparation.loudestSpan * 1000))
    var energy = energies.prefix(span).reduce(0, +)
    var most = energy
    for index in 0..<count {
      energy += energies[(index + span) % count] - energies[index]
      most = max(most, energy)
    }
    return 10 * log10(most / Double(span))
  }
}
