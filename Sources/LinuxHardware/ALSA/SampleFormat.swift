import CALSA

/// The sample formats for playback devices: little-endian integers or floats (snd_pcm_format_t).
enum SampleFormat: CaseIterable {
  // Prefers wide integers: the volume scales the samples, and -40 dB leaves only 9 of 16 bits.
  case s32, s24in3, s16, float

  var alsa: snd_pcm_format_t {
    switch self {
    case .s32: SND_PCM_FORMAT_S32_LE
    case .s24in3: SND_PCM_FORMAT_S24_3LE
    case .s16: SND_PCM_FORMAT_S16_LE
    case .float: SND_PCM_FORMAT_FLOAT_LE
    }
  }

  var byteCount: Int { Int(snd_pcm_format_physical_width(alsa)) / 8 }

  /// Encodes mono samples, repeating each for every channel. Clips to -1…1; NaN becomes silence.
  func encode(_ samples: ArraySlice<Float>, channels: Int) -> [UInt8] {
    let size = byteCount
    let count = samples.count * channels * size
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      var offset = 0
      for sample in samples {
        withUnsafeBytes(of: bits(of: sample).littleEndian) { source in
          guard let from = source.baseAddress, let to = raw.baseAddress else { return }
          for _ in 0..<channels {
            (to + offset).copyMemory(from: from, byteCount: size)
            offset += size
          }
        }
      }
      initialized = count
    }
  }

  func bits(of sample: Float) -> UInt32 {
    let clipped = sample.isNaN ? 0 : min(1, max(-1, sample))
    // Full scale is symmetric: -1 and 1 are equally far from zero.
    let fullScale: Double
    switch self {
    case .float: return clipped.bitPattern
    case .s32: fullScale = 2_147_483_647
    case .s24in3: fullScale = 8_388_607
    case .s16: fullScale = 32_767
    }
    return UInt32(bitPattern: Int32((Double(clipped) * fullScale).rounded()))
  }
}
