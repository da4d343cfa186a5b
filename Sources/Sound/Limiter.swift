/// Keeps peaks below -1 dBTP (ITU-R BS.1770), so that quiet sounds with high peaks can be as loud as the others.
enum Limiter {
  /// The largest sample, -1.5 dB of full scale. This leaves half a decibel for peaks that a converter reconstructs
  /// between samples.
  static let ceiling: Float = 0.841

  /// Turns a loop down around its peaks, over 10 ms on each side, which preserves the shape of the wave.
  static func limit(loop: inout [Float], rate: Int) {
    let blockFrames = max(1, rate / 100)
    let gains = stride(from: 0, to: loop.count, by: blockFrames).map { start in
      let peak = loop[start..<min(start + blockFrames, loop.count)].reduce(0) { max($0, abs($1)) }
      return min(1, ceiling / max(peak, ceiling))
    }
    for (block, gain) in gains.enumerated() {
      let start = block * blockFrames
      let end = min(start + blockFrames, loop.count)
      // Using the smaller gain where two blocks meet keeps the straight lines in between below both gains.
      let first = min(gain, gains[block == 0 ? gains.count - 1 : block - 1])
      let last = min(gain, gains[block == gains.count - 1 ? 0 : block + 1])
      let step = (last - first) / Float(end - start)
      for index in start..<end { loop[index] *= first + step * Float(index - start) }
    }
  }

  /// Compresses whatever exceeds half the ceiling so that it never reaches the ceiling: for signals not known in
  /// advance.
  static func softClip(_ sample: Float) -> Float {
    let knee = ceiling / 2
    let excess = max(0, abs(sample) - knee)
    let bent = min(abs(sample), knee) + excess / (1 + excess / (ceiling - knee))
    return sample < 0 ? -bent : bent
  }
}
