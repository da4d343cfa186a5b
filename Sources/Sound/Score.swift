import Glibc

/// One turn of an endless sound: notes in a loop, whose tails ring on into the next turn.
struct Score: Hashable, Sendable {
  /// In seconds.
  var length: Double
  /// What each note consists of.
  var partials: [Partial]
  var notes: [Note]

  /// One turn at so many frames a second, mono.
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

/// One sine of a note.
struct Partial: Hashable, Sendable {
  /// Of the note's frequency.
  var ratio: Double
  /// Relative to the other partials.
  var amplitude: Double
  /// Seconds until it has fallen to 1/e; infinite for a steady one.
  var decay = Double.infinity
}

/// Some partials that begin and end together.
struct Note: Hashable, Sendable {
  /// Seconds from the loop's beginning.
  var start: Double
  /// In seconds.
  var duration: Double
  /// Of a partial with ratio 1, in hertz: one, or several that it glides through, evenly spread over the duration.
  var frequencies: [Double]
  var vibrato: Vibrato?
  /// Relative to the other notes.
  var amplitude = 1.0

  /// How long a note takes to swell and to end, in seconds: raised-cosine edges of this length are free of clicks.
  /// Two notes that overlap by it and are in phase are one.
  private static let edge = 0.005
  /// Frames of one frequency: 1.3 ms at 48 kHz, so that a glide has no audible steps.
  private static let blockFrames = 64

  func wave(_ partials: [Partial], rate: Double) -> [Float] {
    var wave = [Float](repeating: 0, count: Int((duration * rate).rounded()))
    let steps = stride(from: 0, to: wave.count, by: Self.blockFrames).map { start in
      2 * .pi * frequency(at: (Double(start) + Double(Self.blockFrames) / 2) / rate) / rate
    }
    let highest = steps.max() ?? 0
    // Partials near half the rate would alias, or be lost in the converter's filter.
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

  /// - Parameter steps: of a partial with ratio 1, radians a frame, block by block.
  private func add(_ partial: Partial, steps: [Double], to wave: inout [Float], rate: Double) {
    let decay = Resonance.decay(seconds: partial.decay, rate: rate)
    let decayOfBlock = pow(decay, Double(Self.blockFrames))
    var level = amplitude * partial.amplitude
    var phase = 0.0
    for (block, step) in steps.enumerated() {
      // What has decayed by 80 dB is silence.
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
      // Pitch is felt as the logarithm of a frequency.
      frequency = frequencies[index] * pow(frequencies[index + 1] / frequencies[index], place - Double(index))
    }
    if let vibrato { frequency *= exp2(vibrato.depth / 12 * sin(2 * .pi * vibrato.rate * time)) }
    return frequency
  }
}

/// A pitch that swings.
struct Vibrato: Hashable, Sendable {
  /// Times a second.
  var rate: Double
  /// To either side, in semitones.
  var depth: Double
}
