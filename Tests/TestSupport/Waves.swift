import Glibc

/// Returns the amplitude of a frequency (Goertzel's algorithm); a sine of amplitude 1 gives 1.
public func amplitude(of frequency: Double, in samples: [Float], rate: Int) -> Double {
  let coefficient = 2 * cos(2 * .pi * frequency / Double(rate))
  var (last, beforeLast) = (0.0, 0.0)
  for sample in samples { (last, beforeLast) = (Double(sample) + coefficient * last - beforeLast, last) }
  let power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
  return 2 * max(0, power).squareRoot() / Double(samples.count)
}

/// Returns the largest second difference. A sine has it at its crests; a sine that is cut off has a far larger one.
public func largestBend(_ samples: some Collection<Float>) -> Float {
  zip(samples, zip(samples.dropFirst(), samples.dropFirst(2))).reduce(0) { largest, next in
    max(largest, abs(next.0 - 2 * next.1.0 + next.1.1))
  }
}
