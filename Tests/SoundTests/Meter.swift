import CEBUR128
import Glibc
import Testing

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
