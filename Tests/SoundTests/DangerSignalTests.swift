import Glibc
import Sound
import Testing

private let rate = 16_000

@Suite struct DangerSignalTests {
  @Test(arguments: SoundLibrary.all)
  func noSoundImitatesASignalForDanger(sound: BuiltInSound) {
    let pulses = pulses(in: samples(of: sound, seconds: 30, rate: rate), rate: rate)
    #expect(!pulses.isEmpty)
    #expect(!DangerSignal.temporalThree.isIn(pulses))
    #expect(!DangerSignal.temporalFour.isIn(pulses))
  }

  /// Returns 30 s of a signal at the pitch of common detectors, or of those for people with hearing loss.
  private static func signal(pulses: Int, of length: Double, pause: Double, pitch: Double, level: Double) -> [Float] {
    let cycle = 2 * length * Double(pulses - 1) + length + pause
    return (0..<(30 * rate)).map { index in
      let time = (Double(index) / Double(rate)).truncatingRemainder(dividingBy: cycle)
      let sounds = time < cycle - pause && time.truncatingRemainder(dividingBy: 2 * length) < length
      return sounds ? Float(level * sin(2 * .pi * pitch * time)) : 0
    }
  }

  @Test(arguments: [520.0, 3100], [0.9, 1, 1.1])
  func theSignalsForDangerAreRecognized(pitch: Double, tolerance: Double) {
    for level in [0.05, 0.8] {
      let fire = pulses(
        in: Self.signal(pulses: 3, of: 0.5 * tolerance, pause: 1.5 * tolerance, pitch: pitch, level: level), rate: rate)
      let monoxide = pulses(
        in: Self.signal(pulses: 4, of: 0.1 * tolerance, pause: 5 * tolerance, pitch: pitch, level: level), rate: rate)
      #expect(DangerSignal.temporalThree.isIn(fire) && !DangerSignal.temporalFour.isIn(fire))
      #expect(DangerSignal.temporalFour.isIn(monoxide) && !DangerSignal.temporalThree.isIn(monoxide))
    }
  }
}
