import Sound

/// Words that are said over a sound, as loud as the sound is by now.
struct Voice {
  private var source: SpeechSource
  private var ramp: VolumeRamp

  /// No sample of what is said and the sound together goes beyond: -1 dBFS.
  static let ceiling: Float = 0.891

  init(_ speech: Speech, ramp: VolumeRamp, rate: Int) {
    source = SpeechSource(speech, rate: rate)
    self.ramp = ramp
  }

  var isOver: Bool { source.isOver }

  mutating func mix(into samples: inout [Float]) {
    var said = source.next(samples.count)
    ramp.apply(to: &said)
    for index in samples.indices {
      samples[index] = min(Self.ceiling, max(-Self.ceiling, samples[index] + said[index]))
    }
  }
}
