import Glibc
import Sound

/// Makes the file that the daemon plays. Decodes the source two or three times rather than keeping it in memory.
struct Preparation {
  let source: Int32
  let target: Int32

  func run() throws(SoundRefusal) -> SoundFacts {
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notASound }
    guard status.st_size <= SoundPreparation.largestFile else { throw .tooLarge }
    let sound = try survey()
    let wanted = SoundPreparation.loudness - sound.loudness
    var plan = LevelPlan(gain: wanted, peaks: sound.peaks)
    if plan.isLimiting {
      // Limiting reduces loudness; more gain restores a part of it.
      var meter = try LoudnessMeter()
      try replay(sound, plan) { (samples) throws(SoundRefusal) in meter.add(samples) }
      let lost = SoundPreparation.loudness - meter.loudness
      plan = LevelPlan(gain: plan.gain + min(max(0, lost), 6), peaks: sound.peaks)
    }
    guard let header = WAVHeader(frames: sound.loopCount) else { throw .tooShort }
    guard let output = fdopen(target, "w") else { throw .notWritten }
    func write(_ bytes: [UInt8]) throws(SoundRefusal) {
      guard fwrite(bytes, 1, bytes.count, output) == bytes.count else { throw .notWritten }
    }
    try write(header.bytes)
    var written = 0
    var audible = try LoudnessMeter(band: .audible)
    try replay(sound, plan) { (samples) throws(SoundRefusal) in
      written += samples.count
      audible.add(samples)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(samples.count * WAVHeader.bytesPerFrame)
      for sample in samples {
        let value = Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      }
      try write(bytes)
    }
    // A difference means that the file changed meanwhile.
    guard written == sound.loopCount else { throw .damaged }
    audible.finish()
    let loudest = audible.loudest
    guard loudest >= SoundPreparation.leastLoudness else { throw .inaudible }
    guard fflush(output) == 0 else { throw .notWritten }
    return SoundFacts(
      format: sound.format, title: sound.title, seconds: Double(sound.loopCount) / Double(SoundPreparation.rate),
      gain: plan.gain, loudest: loudest)
  }

  /// Facts about the whole sound that are needed before its first sample can be written.
  private struct Survey {
    var format: SoundFacts.Format
    var title: String?
    var count: Int
    var seam: LoopSeam
    var loudness: Double
    var peaks: [Float]

    var loopCount: Int { count - seam.blend.count }
  }

  private func survey() throws(SoundRefusal) -> Survey {
    var meter = try LoudnessMeter(hasTruePeaks: true)
    var audible = try LoudnessMeter(band: .audible)
    var head: [Float] = []
    var tail: [Float] = []
    var count = 0
    var largest: Float = 0
    let most = Int(SoundPreparation.longest) * SoundPreparation.rate
    let (format, title) = try decode { (samples) throws(SoundRefusal) in
      count += samples.count
      guard count <= most else { throw .tooLong }
      meter.add(samples)
      audible.add(samples)
      largest = samples.reduce(largest) { max($0, abs($1)) }
      if head.count < LoopSeam.longest { head += samples.prefix(LoopSeam.longest - head.count) }
      tail = Array((tail + samples.suffix(LoopSeam.longest)).suffix(LoopSeam.longest))
    }
    guard Double(count) >= SoundPreparation.shortest * Double(SoundPreparation.rate) else { throw .tooShort }
    meter.finish()
    audible.finish()
    let loudness = meter.loudness
    guard loudness >= SoundPreparation.silence else { throw .silent }
    let seam = LoopSeam(head: head, tail: tail, peak: largest)
    var peaks = meter.peaks
    guard Self.longestPause(of: audible.peaks, audible.loudness) <= SoundPreparation.longestPause else { throw .pauses }
    // The blend has its own peaks, and the end of the sound that it replaces is omitted.
    var blendMeter = try LoudnessMeter(hasTruePeaks: true)
    blendMeter.add(seam.blend)
    peaks.replaceSubrange(..<blendMeter.peaks.count, with: blendMeter.peaks)
    let blocks = (count - seam.blend.count + LoudnessMeter.block - 1) / LoudnessMeter.block
    return Survey(
      format: format, title: title, count: count, seam: seam, loudness: loudness, peaks: Array(peaks.prefix(blocks)))
  }

  /// Returns the longest inaudible stretch in seconds, including one that spans the seam.
  private static func longestPause(of peaks: [Float], _ loudness: Double) -> Double {
    let quiet = Float(pow(10, (loudness - SoundPreparation.pauseDepth) / 20))
    var (pause, longest) = (0, 0)
    for peak in peaks + peaks {
      pause = peak < quiet ? pause + 1 : 0
      longest = max(longest, pause)
    }
    return Double(longest * LoudnessMeter.block) / Double(SoundPreparation.rate)
  }

  private func replay(
    _ sound: Survey, _ plan: LevelPlan, _ body: ([Float]) throws(SoundRefusal) -> Void
  ) throws(SoundRefusal) {
    var position = 0
    _ = try decode { (decoded) throws(SoundRefusal) in
      var samples = Array(decoded.prefix(max(0, sound.loopCount - position)))
      for index in samples.indices.prefix(max(0, sound.seam.blend.count - position)) {
        samples[index] = sound.seam.blend[position + index]
      }
      plan.apply(to: &samples, at: position)
      position += samples.count
      try body(samples)
    }
  }

  /// Calls `body` with all playable samples, mono at the rate of prepared sounds.
  private func decode(
    _ body: ([Float]) throws(SoundRefusal) -> Void
  ) throws(SoundRefusal) -> (SoundFacts.Format, title: String?) {
    var file = try DecodedFile(descriptor: source)
    var resampler = try Resampler(from: file.rate)
    var playable = BandFilter.playable
    while true {
      let decoded = try file.next()
      var samples = try resampler.resample(decoded, isLast: decoded.isEmpty)
      playable.apply(to: &samples)
      try body(samples)
      if decoded.isEmpty { return (file.format, file.title) }
    }
  }
}
