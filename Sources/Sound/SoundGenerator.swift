/// The endless samples of a built-in sound: mono, their peaks at most -1 dBTP (0.891 of full scale).
public struct SoundGenerator: SampleSource {
  private let loop: [Float]
  private var position = 0

  /// Computes one turn of the sound, some milliseconds of work; `next` only copies.
  ///
  /// - Parameter rate: frames a second, more than 0.
  public init(sound: BuiltInSound, rate: Int) {
    precondition(rate > 0)
    loop = sound.score.loop(rate: rate)
  }

  /// The next samples, as many as asked for.
  public mutating func next(_ count: Int) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(count)
    while samples.count < count {
      let end = min(loop.count, position + count - samples.count)
      samples += loop[position..<end]
      position = end == loop.count ? 0 : end
    }
    return samples
  }
}
