import Glibc

/// One turn of an endless sound: notes in a loop whose tails continue into the next turn.
struct Score: Hashable, Sendable {
  /// In seconds.
  var length: Double
  var partials: [Partial]
  var notes: [Note]

  /// Returns one turn, mono, at `rate` frames per second.
  func loop(rate: Int) -> [Float] {
    var loop = [Float](repeating: 0, count: max(1, Int((length * Double(rate)).rounded())))
    for note in notes {
      var position = Int((note.start * Double(rate)).rounded()) % loop.count
      for sample in note.wave(partials, rate: Double(rate)) {
        loop[position] += sample
        position += 1
        if position == loop.count { position = 0 }
      }
    }
    return loop
  }
}

struct Partial: Hashable, Sendable {
  /// A multiple of the note's frequency.
  var ratio: Double
  /// Relative to the other partials.
  var amplitude: Double
  /// The seconds in which the partial falls to 1/e; infinite for a steady one.
  var decay = Double.infinity
}

struct Note: Hashable, Sendable {
  /// Seconds from the beginning of the loop.
  var start: Double
  /// In seconds.
  var duration: Double
  /// The frequencies of a partial with ratio 1, in hertz. With several, the note glides through them at even intervals.
  var frequencies: [Double]
  var vibrato: Vibrato?
  /// Relative to the other notes.
  var amplitude = 1.0

  /// The seconds for which a note swells and ends. Raised-cosine edges of this length do not click. Two notes in phase
  /// that overlap by this much merge into one.
  private static let edge = 0.005
  /// Frames of constant frequency: 1.3 ms at 48 kHz, so that a glide has no audible steps.
  private static let blockFrames = 64

  func wave(_ partials: [Partial], rate: Double) -> [Float] {
    var wave = [Float](repeating: 0, count: Int((duration * rate).rounded()))
    let steps = stride(from: 0, to: wave.count, by: Self.blockFrames).map { start in
      2 * .pi * frequency(at: (Double(start) + Double(Self.blockFrames) / 2) / rate) / rate
    }
    let highest = steps.max() ?? 0
    // Partials near half the rate would alias or be lost in the converter's filter.
    for partial in partials where highest * partial.ratio < 0.9 * .pi {
      add(partial, steps: steps, to: &wave, rate: rate)
    }
    let edge = min(Int((Self.edge * rate).rounded()), wave.count / 2)
    for index in 0..<edge {
      let level = Float(0.5 - 0.5 * cos(.pi * Double(index) / Double(edge)))
      wave[index] *= level
      wave[wave.count - 1 - index] *= level
    }
    return wave
  }

  /// - Parameter steps: radians per frame of a partial with ratio 1, for each block.
  private func add(_ partial: Partial, steps: [Double], to wave: inout [Float], rate: Double) {
    let decay = Resonance.decay(seconds: partial.decay, rate: rate)
    let decayOfBlock = pow(decay, Double(Self.blockFrames))
    var level = amplitude * partial.amplitude
    var phase = 0.0
    for (block, step) in steps.enumerated() {
      // A decay of 80 dB counts as silence.
      guard level > 1e-4 else { break }
      var resonance = Resonance(amplitude: level, phase: phase, step: step * partial.ratio, decay: decay)
      let start = block * Self.blockFrames
      for index in start..<min(start + Self.blockFrames, wave.count) { wave[index] += Float(resonance.next()) }
      level *= decayOfBlock
      phase += step * partial.ratio * Double(Self.blockFrames)
    }
  }

  private func frequency(at time: Double) -> Double {
    var frequency = frequencies[0]
    if frequencies.count > 1 {
      let place = min(1, time / duration) * Double(frequencies.count - 1)
      let index = min(Int(place), frequencies.count - 2)
      // Pitch is perceived as the logarithm of a frequency.
      frequency = frequencies[index] * pow(frequencies[index + 1] / frequencies[index], place - Double(index))
    }
    if let vibrato { frequency *= exp2(vibrato.depth / 12 * sin(2 * .pi * vibrato.rate * time)) }
    return frequency
  }
}

struct Vibrato: Hashable, Sendable {
  /// Swings per second.
  var rate: Double
  /// Semitones to either side.
  var depth: Double
}
