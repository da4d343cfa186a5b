import Glibc

/// One turn of an endless sound: notes in a loop, whose tails ring on into the next turn.
struct Score: Hashable, Sendable {
  /// In seconds.
  var length: Double
  var notes: [Note]

  /// What the largest sample of a loop is scaled to, -1.5 dB of full scale: half a decibel is left for the peaks that
  /// a converter reconstructs between samples, so that they stay below -1 dBTP (ITU-R BS.1770).
  static let peak = 0.841

  /// One turn at so many frames a second, mono, scaled to `peak`.
  func loop(rate: Int) -> [Float] {
    var loop = [Double](repeating: 0, count: max(1, Int((length * Double(rate)).rounded())))
    for note in notes { note.add(to: &loop, rate: Double(rate)) }
    let largest = loop.reduce(0) { max($0, abs($1)) }
    let scale = largest > 0 ? Self.peak / largest : 0
    return loop.map { Float($0 * scale) }
  }
}

/// Some partials that begin and end together.
struct Note: Hashable, Sendable {
  /// Seconds from the loop's beginning.
  var start: Double
  /// Of a partial with ratio 1, in hertz.
  var frequency: Double
  /// In seconds.
  var duration: Double
  var partials: [Partial]

  /// How long a note takes to swell and to end, in seconds: raised-cosine edges of this length are free of clicks.
  private static let edge = 0.005

  /// Mixes the note into a loop; what exceeds the loop's end goes on at its beginning.
  func add(to loop: inout [Double], rate: Double) {
    let envelope = envelope(rate: rate)
    let first = Int((start * rate).rounded())
    // Partials near half the rate would alias, or be lost in the converter's filter.
    for partial in partials where frequency * partial.ratio < 0.45 * rate {
      var oscillator = Oscillator(frequency: frequency * partial.ratio, decay: partial.decay, rate: rate)
      var position = first % loop.count
      for level in envelope {
        loop[position] += partial.amplitude * level * oscillator.next()
        position += 1
        if position == loop.count { position = 0 }
      }
    }
  }

  private func envelope(rate: Double) -> [Double] {
    let count = Int((duration * rate).rounded())
    let edge = min(Int((Self.edge * rate).rounded()), count / 2)
    var envelope = [Double](repeating: 1, count: count)
    for index in 0..<edge {
      let level = 0.5 - 0.5 * cos(.pi * Double(index) / Double(edge))
      envelope[index] = level
      envelope[count - 1 - index] = level
    }
    return envelope
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

/// A decaying sine by the recurrence of a two-pole resonator: two multiplications a sample, where `sin` and `exp` would
/// delay the first sample of a ring on a small board.
private struct Oscillator {
  private let feedback: Double
  private let damping: Double
  private var last: Double
  private var beforeLast: Double

  init(frequency: Double, decay: Double, rate: Double) {
    let step = 2 * Double.pi * frequency / rate
    let radius = exp(-1 / (decay * rate))
    feedback = 2 * radius * cos(step)
    damping = radius * radius
    // The two samples before phase 0.
    last = -sin(step) / radius
    beforeLast = -sin(2 * step) / damping
  }

  mutating func next() -> Double {
    let value = feedback * last - damping * beforeLast
    beforeLast = last
    last = value
    return value
  }
}
