import CEBUR128
import Sound

/// Loudness and peaks by EBU R 128 (libebur128), of one channel.
struct LoudnessMeter: ~Copyable {
  /// Peaks are kept of blocks of this many samples: 1 ms.
  static let block = SoundPreparation.rate / 1000

  private var state: UnsafeMutablePointer<ebur128_state>?
  /// The largest value between the samples of each block, 1 is full scale.
  private(set) var peaks: [Float]
  /// Samples of a block that is not full.
  private var rest: [Float]

  /// - Parameter hasPeaks: peaks take most of its time.
  init(hasPeaks: Bool = true) throws(SoundRefusal) {
    let mode = Int32(EBUR128_MODE_I.rawValue | (hasPeaks ? EBUR128_MODE_TRUE_PEAK.rawValue : 0))
    // nil: out of memory.
    guard let state = ebur128_init(1, UInt(SoundPreparation.rate), mode) else { throw .damaged }
    (self.state, peaks, rest) = (state, [], [])
  }

  deinit {
    var state = state
    ebur128_destroy(&state)
  }

  mutating func add(_ samples: [Float]) {
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
      ebur128_prev_true_peak(state, 0, &peak)
      return peak
    }
    peaks.append(Float(peak))
  }

  /// In LUFS; of silence, minus infinity.
  var loudness: Double {
    var loudness = -Double.infinity
    ebur128_loudness_global(state, &loudness)
    return loudness
  }
}
