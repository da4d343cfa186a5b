import CEBUR128
import Glibc
import Sound

/// Loudness and peaks by EBU R 128 (libebur128), of one channel.
struct LoudnessMeter: ~Copyable {
  /// Peaks are kept of blocks of this many samples: 1 ms.
  static let block = SoundPreparation.rate / 1000

  private var state: UnsafeMutablePointer<ebur128_state>?
  private let hasTruePeaks: Bool
  private var band: BandFilter
  /// The largest value of each block, 1 is full scale.
  private(set) var peaks: [Float]
  /// The energy of each block, as loudness weighs it.
  private var energies: [Double]
  /// Samples of a block that is not full.
  private var rest: [Float]

  /// - Parameters:
  ///   - hasTruePeaks: whether peaks between samples count, which take most of its time.
  ///   - band: the part of the sound that is measured.
  init(hasTruePeaks: Bool = false, band: BandFilter = .unlimited) throws(SoundRefusal) {
    let peakMode = hasTruePeaks ? EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_SAMPLE_PEAK
    let mode = Int32(EBUR128_MODE_I.rawValue | peakMode.rawValue)
    // nil: out of memory.
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

  /// The last block too.
  mutating func finish() {
    if !rest.isEmpty { measure(rest[...]) }
    rest = []
  }

  private mutating func measure(_ block: ArraySlice<Float>) {
    let peak = block.withUnsafeBufferPointer { samples in
      // Fails for lack of memory alone, and then the sound is too quiet to be one.
      ebur128_add_frames_float(state, samples.baseAddress, samples.count)
      var peak = 0.0
      if hasTruePeaks { ebur128_prev_true_peak(state, 0, &peak) } else { ebur128_prev_sample_peak(state, 0, &peak) }
      return peak
    }
    peaks.append(Float(peak))
    var loudness = -Double.infinity
    // Of the last millisecond.
    ebur128_loudness_window(state, 1, &loudness)
    energies.append(pow(10, loudness / 10))
  }

  /// In LUFS; of silence, minus infinity.
  var loudness: Double {
    var loudness = -Double.infinity
    ebur128_loudness_global(state, &loudness)
    return loudness
  }

  /// The loudness of the loudest `SoundPreparation.loudestSpan` seconds of a loop of all samples, in LUFS.
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
