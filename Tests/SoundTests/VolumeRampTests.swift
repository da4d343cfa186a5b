import Sound
import Testing

private let rate = 48_000

/// Returns the gains of a ramp over this many seconds.
private func gains(_ ramp: inout VolumeRamp, seconds: Double) -> [Float] {
  var samples = [Float](repeating: 1, count: Int(seconds * Double(rate)))
  ramp.apply(to: &samples)
  return samples
}

@Suite struct VolumeRampTests {
  @Test(
    "volumes are steps of equal loudness",
    arguments: [(0, 0), (-1, 0), (25, 0.0316), (50, 0.1), (75, 0.316), (100, 1), (101, 1)] as [(Int, Float)])
  func volumesAreStepsOfEqualLoudness(volume: Int, gain: Float) {
    #expect(abs(VolumeRamp.gain(volume: volume) - gain) < gain / 100 + .ulpOfOne)
  }

  @Test("volume 0 is silence", arguments: [Duration.zero, .seconds(1)])
  func volumeZeroIsSilence(fadeIn: Duration) {
    var ramp = VolumeRamp(volume: 0, fadeIn: fadeIn, rate: rate)
    #expect(gains(&ramp, seconds: 2).allSatisfy { $0 == 0 })
  }

  @Test("without a fade-in the volume is there after 5 ms", arguments: [1, 50, 80, 100])
  func withoutAFadeInTheVolumeIsThereAtOnce(volume: Int) {
    var ramp = VolumeRamp(volume: volume, rate: rate)
    let all = gains(&ramp, seconds: 0.1)
    #expect(all[0] == 0)
    #expect(largestStep(all) < 0.01)
    #expect(all[240...].allSatisfy { $0 == VolumeRamp.gain(volume: volume) })
  }

  @Test("a fade-in rises evenly to the volume and stays there", arguments: [1, 50, 80, 100], [0.5, 2])
  func aFadeInRisesEvenlyToTheVolume(volume: Int, seconds: Double) {
    var ramp = VolumeRamp(volume: volume, fadeIn: .seconds(seconds), rate: rate)
    let all = gains(&ramp, seconds: seconds + 0.5)
    let end = Int(seconds * Double(rate))
    let target = VolumeRamp.gain(volume: volume)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(all[240] < 0.012)
    #expect(all[end - 1] < target)
    #expect(all[end...].allSatisfy { $0 == target })
    // Half the time is half the decibels, the geometric mean.
    #expect(abs(all[end / 2] - (target * 0.01).squareRoot()) < target / 100)
  }

  @Test func aFadeInThatResumesGoesOnWhereItWas() {
    var whole = VolumeRamp(volume: 80, fadeIn: .seconds(2), rate: rate)
    let all = gains(&whole, seconds: 2.5)
    var resumed = VolumeRamp(volume: 80, fadeIn: .seconds(2), elapsed: .seconds(1.5), rate: rate)
    let rest = gains(&resumed, seconds: 1)
    #expect(rest[240...].elementsEqual(all[(72_000 + 240)..<120_000]))
  }

  @Test("a fade-in that is over already stays over", arguments: [.seconds(2), .seconds(3600)] as [Duration])
  func aFadeInThatIsOverStaysOver(elapsed: Duration) {
    var ramp = VolumeRamp(volume: 100, fadeIn: .seconds(2), elapsed: elapsed, rate: rate)
    #expect(gains(&ramp, seconds: 0.1)[240...].allSatisfy { $0 == 1 })
  }

  @Test func theSizeOfTheBuffersChangesNothing() {
    var whole = VolumeRamp(volume: 70, fadeIn: .seconds(1), rate: rate)
    let all = gains(&whole, seconds: 1.2)
    var pieces = VolumeRamp(volume: 70, fadeIn: .seconds(1), rate: rate)
    let joined = (0..<120).flatMap { _ in gains(&pieces, seconds: 0.01) }
    #expect(joined == all)
  }

  @Test("softer is 10 dB less within 200 ms without a click, and then as loud as before", arguments: [50, 80, 100])
  func softerIsTenDecibelsLessAndThenAsLoudAsBefore(volume: Int) {
    let full = VolumeRamp.gain(volume: volume)
    var ramp = VolumeRamp(volume: volume, rate: rate)
    _ = gains(&ramp, seconds: 0.1)
    ramp.soften(true)
    let softening = gains(&ramp, seconds: 0.3)
    #expect(largestStep(softening) < 0.001)
    #expect(softening[9601...].allSatisfy { abs($0 / full - 0.316) < 0.001 })
    ramp.soften(false)
    let back = gains(&ramp, seconds: 0.3)
    #expect(back.last == full && !ramp.isSilent)
  }
}
