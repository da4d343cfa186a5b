import Glibc
import Testing

@testable import LinuxHardware

@Suite struct FadeOutTests {
  /// A wave of amplitude 1 that is cut off at any phase.
  @Test(arguments: 0..<12)
  func aFadeBendsNoMoreThanTheWaveAndEndsAtZero(phase: Int) throws {
    let step = 2 * Float.pi * 450 / 48_000
    let wave = (0..<2000).map { sin(step * Float($0) + .pi / 6 * Float(phase)) }
    let fade = PCMStream.fade(over: 960)
    let faded = zip(wave[1000...], fade).map { $0 * $1 }
    #expect(fade.last == 0)
    let heard: [Float] = Array(wave[..<1000]) + faded + [Float](repeating: 0, count: 100)
    #expect(largestBend(heard) < 1.01 * step * step)
    #expect(abs(faded[479] - wave[1479] / 2) < 0.001, "half as much in the middle")
  }

  private func largestBend(_ samples: [Float]) -> Float {
    zip(samples, zip(samples.dropFirst(), samples.dropFirst(2))).reduce(0) { largest, next in
      max(largest, abs(next.0 - 2 * next.1.0 + next.1.1))
    }
  }
}
