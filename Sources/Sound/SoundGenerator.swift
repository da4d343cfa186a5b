import Glibc

/// The endless samples of a built-in sound: mono, with peaks of at most -1 dBTP (0.891 of full scale).
public struct SoundGenerator: SampleSource {
  private var source: any SampleSource

  /// Takes some milliseconds, to compute one turn of a repeating sound.
  ///
  /// - Parameter rate: frames per second, more than 0.
  public init(sound: BuiltInSound, rate: Int) {
    precondition(rate > 0)
    let gain = Float(pow(10, sound.gain / 20))
    switch sound.synthesis {
    case .score(let score):
      var samples = score.loop(rate: rate)
      for index in samples.indices { samples[index] *= gain }
      Limiter.limit(loop: &samples, rate: rate)
      source = Loop(samples)
    case .noise(let noise): source = NoiseGenerator(noise, gain: gain, rate: rate)
    }
  }

  public mutating func next(_ count: Int) -> [Float] { source.next(count) }
}

struct Loop: SampleSource {
  /// At least one.
  private let samples: [Float]
  private var position = 0

  init(_ samples: [Float]) { self.samples = samples }

  mutating func next(_ count: Int) -> [Float] {
    var next: [Float] = []
    next.reserveCapacity(count)
    while next.count < count {
      let end = min(samples.count, position + count - next.count)
      next += samples[position..<end]
      position = end == samples.count ? 0 : end
    }
    return next
  }
}
