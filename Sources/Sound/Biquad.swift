import Glibc

/// A filter with two poles and two zeros (transposed direct form II).
struct Biquad {
  /// The factors of the current input and of those one and two samples ago.
  private var forward: (Double, Double, Double)
  /// The factors of the outputs one and two samples ago.
  private let backward: (Double, Double)
  private var state = (0.0, 0.0)

  mutating func apply(to samples: inout [Float]) {
    for index in samples.indices {
      let input = Double(samples[index])
      let output = forward.0 * input + state.0
      state.0 = forward.1 * input - backward.0 * output + state.1
      state.1 = forward.2 * input - backward.1 * output
      samples[index] = Float(output)
    }
  }

  /// Returns a high-pass filter of 12 dB per octave, Butterworth by default (Robert Bristow-Johnson's cookbook).
  static func highPass(_ frequency: Double, rate: Double, quality: Double = 0.5.squareRoot()) -> Biquad {
    passing(-1, 2 * .pi * frequency / rate, quality)
  }

  /// Returns a low-pass filter of 12 dB per octave, Butterworth by default. The frequency is limited to 0.45 of the
  /// rate.
  static func lowPass(_ frequency: Double, rate: Double, quality: Double = 0.5.squareRoot()) -> Biquad {
    passing(1, 2 * .pi * min(frequency, 0.45 * rate) / rate, quality)
  }

  /// Returns filters for a spectrum that falls by `decibels` (0…6) per octave above 50 Hz, with 0 dB at 1 kHz.
  ///
  /// The poles are two octaves apart. Each is followed by a zero, the nearer the gentler the slope (Smith and Smith,
  /// "Closed form fractional integration and differentiation via real exponentially spaced pole-zero pairs").
  static func slope(_ decibels: Double, rate: Double) -> [Biquad] {
    guard decibels > 0 else { return [] }
    let distance = pow(4, decibels / (20 * log10(2)))
    return stride(from: 0, to: 6, by: 2).map { index in
      let poles = [index, index + 1].map { 50 * pow(4, Double($0)) }
      let pole = poles.map { exp(-2 * .pi * $0 / rate) }
      let zero = poles.map { exp(-2 * .pi * $0 * distance / rate) }
      var filter = Biquad(
        forward: (1, -zero[0] - zero[1], zero[0] * zero[1]), backward: (-pole[0] - pole[1], pole[0] * pole[1]))
      let height = filter.height(at: 2 * .pi * 1000 / rate)
      filter.forward = (
        filter.forward.0 / height, filter.forward.1 / height, filter.forward.2 / height
      )
      return filter
    }
  }

  /// - Parameters:
  ///   - sign: 1 for a low-pass filter, -1 for a high-pass filter.
  ///   - angle: radians per sample at the filter's frequency.
  private static func passing(_ sign: Double, _ angle: Double, _ quality: Double) -> Biquad {
    let cosine = cos(angle)
    let alpha = sin(angle) / (2 * quality)
    let outer = (1 - sign * cosine) / 2 / (1 + alpha)
    return Biquad(
      forward: (outer, 2 * sign * outer, outer), backward: (-2 * cosine / (1 + alpha), (1 - alpha) / (1 + alpha)))
  }

  private func height(at angle: Double) -> Double {
    func magnitude(_ first: Double, _ second: Double, _ third: Double) -> Double {
      hypot(
        first + second * cos(angle) + third * cos(2 * angle), second * sin(angle) + third * sin(2 * angle))
    }
    return magnitude(forward.0, forward.1, forward.2) / magnitude(1, backward.0, backward.1)
  }
}
