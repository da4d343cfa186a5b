import Glibc

/// Returns the amplitude of a frequency (Goertzel's algorithm); a sine of amplitude 1 gives 1.
func amplitude(of frequency: Double, in samples: [Float], rate: Int) -> Double {
  let coefficient = 2 * cos(2 * .pi * frequency / Double(rate))
  var last = 0.0
  var beforeLast = 0.0
  for sample in samples { (last, beforeLast) = (Double(sample) + coefficient * last - beforeLast, last) }
  let power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
  return 2 * max(0, power).squareRoot() / Double(samples.count)
}

func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }

func largestStep(_ samples: [Float]) -> Float {
  zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
}

/// A stretch of sound and the silence after it, in seconds.
struct Pulse: Hashable {
  var sound: Double
  var silence: Double
}

/// Returns the pulses of a recording in steps of 10 ms; a step is silent if its peak is below a tenth of the
/// recording's.
func pulses(in samples: [Float], rate: Int) -> [Pulse] {
  let step = rate / 100
  let threshold = peak(samples) / 10
  var pulses: [Pulse] = []
  for start in stride(from: 0, to: samples.count - step + 1, by: step) {
    if samples[start..<start + step].contains(where: { abs($0) >= threshold }) {
      if pulses.isEmpty || pulses[pulses.count - 1].silence > 0 { pulses.append(Pulse(sound: 0, silence: 0)) }
      pulses[pulses.count - 1].sound += 0.01
    } else if !pulses.isEmpty {
      pulses[pulses.count - 1].silence += 0.01
    }
  }
  return pulses
}

/// Danger signals, which an alarm clock must not imitate.
enum DangerSignal {
  /// ISO 8201: three pulses of 0.5 s ± 10 %, 0.5 s apart, then 1.5 s of silence; recognized generously.
  static func isTemporalThree(_ pulses: [Pulse]) -> Bool {
    groups(pulses, endedBy: 1.2).contains { group in
      group.count == 3 && group.allSatisfy { (0.35...0.7).contains($0.sound) }
    }
  }

  /// UL 2034: four pulses of 0.1 s, 0.1 s apart, then 5 s of silence; recognized generously.
  static func isTemporalFour(_ pulses: [Pulse]) -> Bool {
    groups(pulses, endedBy: 2.5).contains { group in
      group.count == 4 && group.allSatisfy { (0.05...0.2).contains($0.sound) }
    }
  }

  /// Returns groups of pulses that a silence of this length ends.
  private static func groups(_ pulses: [Pulse], endedBy silence: Double) -> [[Pulse]] {
    var groups: [[Pulse]] = []
    var group: [Pulse] = []
    for pulse in pulses {
      group.append(pulse)
      if pulse.silence >= silence {
        groups.append(group)
        group = []
      }
    }
    return groups
  }
}
