import Glibc

/// Endless noise without seams.
struct Noise: Hashable, Sendable {
  /// Decibels per octave: 0 is white, -3 pink, -6 brown.
  var slope: Double
  /// In hertz. Lower frequencies would only wear out a small speaker.
  var highPass = 100.0
  /// In hertz. Higher frequencies are hardly audible and would make the rest less loud.
  var lowPass = 16_000.0
  var droplets: Droplets?
  var hum: Score?
}

struct Droplets: Hashable, Sendable {
  /// The average number per second.
  var rate: Double
  /// The amplitude of the loudest, which are few.
  var amplitude: Double
  /// In hertz, like `highest`.
  var lowest: Double
  var highest: Double
  /// The seconds in which the slowest droplets fall to 1/e.
  var decay: Double
}

struct NoiseGenerator: SampleSource {
  private let scale: Float
  private var random = RandomSource(seed: 0x9E37_79B9_7F4A_7C15)
  private var filters: [Biquad]
  private var droplets: DropletGenerator?
  private var hum: Loop?
  private var highPass: Biquad
  private let gain: Float

  init(_ noise: Noise, gain: Float, rate: Int) {
    self.gain = gain
    // Keeps the noise power per hertz the same at any rate.
    scale = Float((Double(rate) / 48_000).squareRoot())
    filters = Biquad.slope(-noise.slope, rate: Double(rate))
    filters.append(.lowPass(noise.lowPass, rate: Double(rate)))
    droplets = noise.droplets.map { DropletGenerator($0, rate: Double(rate)) }
    hum = noise.hum.map { Loop($0.loop(rate: rate)) }
    highPass = .highPass(noise.highPass, rate: Double(rate))
  }

  mutating func next(_ count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    for index in samples.indices { samples[index] = scale * random.sample() }
    for index in filters.indices { filters[index].apply(to: &samples) }
    droplets?.add(to: &samples)
    highPass.apply(to: &samples)
    if let hum = hum?.next(count) {
      for index in samples.indices { samples[index] += hum[index] }
    }
    for index in samples.indices { samples[index] = Limiter.softClip(gain * samples[index]) }
    return samples
  }
}

private struct DropletGenerator: Sendable {
  private struct Droplet {
    var resonance: Resonance
    var frames: Int

    mutating func add(to samples: inout [Float], from start: Int) {
      let end = min(samples.count, start + frames)
      for index in start..<end { samples[index] += Float(resonance.next()) }
      frames -= end - start
    }
  }

  private let droplets: Droplets
  private let rate: Double
  private var random = RandomSource(seed: 0xD1B5_4A32_D192_ED03)
  private var sounding: [Droplet] = []
  private var framesToNext = 0

  init(_ droplets: Droplets, rate: Double) {
    self.droplets = droplets
    self.rate = rate
  }

  mutating func add(to samples: inout [Float]) {
    for index in sounding.indices { sounding[index].add(to: &samples, from: 0) }
    while framesToNext < samples.count {
      var droplet = makeDroplet()
      droplet.add(to: &samples, from: framesToNext)
      sounding.append(droplet)
      // Exponentially distributed, as for independent events.
      framesToNext += Int(-log(1 - random.unit()) / droplets.rate * rate)
    }
    framesToNext -= samples.count
    sounding.removeAll { $0.frames == 0 }
  }

  private mutating func makeDroplet() -> Droplet {
    let (size, pitch) = (random.unit(), random.unit())
    // Larger drops are louder, lower and longer; most are small.
    let level = size * size * size
    let frequency = droplets.lowest * pow(droplets.highest / droplets.lowest, (2 * pitch + 1 - level) / 3)
    let decay = droplets.decay * (0.3 + 0.7 * level)
    return Droplet(
      resonance: Resonance(
        amplitude: droplets.amplitude * (0.1 + 0.9 * level), phase: 0, step: 2 * .pi * min(frequency / rate, 0.3),
        decay: Resonance.decay(seconds: decay, rate: rate)),
      // Until it is down by 60 dB.
      frames: Int(6.9 * decay * rate))
  }
}
