import Glibc
import Sound
import Testing

private let rate = 48_000

/// Returns the gains of a ramp over this many seconds.
private func gains(_ ramp: inout VolumeRamp, seconds: Double) -> [Float] {
  var samples = [Float](repeating: 1, count: Int((seconds * Double(rate)).rounded()))
  ramp.apply(to: &samples)
  return samples
}

private func gains(_ ramp: VolumeRamp, seconds: Double) -> [Float] {
  var ramp = ramp
  return gains(&ramp, seconds: seconds)
}

@Suite struct VolumeRampTests {
  @Test(arguments: [(0, 0), (-1, 0), (25, 0.0316), (50, 0.1), (75, 0.316), (100, 1), (101, 1)] as [(Int, Float)])
  func volumesAreStepsOfEqualLoudness(volume: Int, gain: Float) {
    #expect(abs(VolumeRamp.gain(volume: volume) - gain) < gain / 100 + .ulpOfOne)
  }

  @Test(arguments: [Duration.zero, .seconds(1)])
  func volumeZeroIsSilence(fadeIn: Duration) {
    let ramp = VolumeRamp(volume: 0, fadeIn: fadeIn, rate: rate)
    #expect(gains(ramp, seconds: 2).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [1, 50, 80, 100])
  func withoutAFadeInTheVolumeIsThereAtOnce(volume: Int) {
    let all = gains(VolumeRamp(volume: volume, rate: rate), seconds: 0.1)
    #expect(all[0] == 0)
    #expect(largestStep(all) < 0.01)
    #expect(all[240...].allSatisfy { $0 == VolumeRamp.gain(volume: volume) })
  }

  @Test(arguments: [1, 50, 80, 100], [0.5, 2])
  func aFadeInRisesEvenlyToTheVolume(volume: Int, seconds: Double) {
    let all = gains(VolumeRamp(volume: volume, fadeIn: .seconds(seconds), rate: rate), seconds: seconds + 0.5)
    let end = Int(seconds * Double(rate))
    let target = VolumeRamp.gain(volume: volume)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(all[240] < 0.012)
    #expect(all[end - 1] < target)
    #expect(all[end...].allSatisfy { $0 == target })
    // Half the time is half the decibels, the geometric mean.
    #expect(abs(all[end / 2] - (target * 0.01).squareRoot()) < target / 100)
  }

  @Test(arguments: [.seconds(2), .seconds(3600)] as [Duration])
  func aFadeInThatIsOverStaysOver(elapsed: Duration) {
    var ramp = VolumeRamp(volume: 100, fadeIn: .seconds(2), elapsed: elapsed, rate: rate)
    #expect(gains(&ramp, seconds: 0.1)[240...].allSatisfy { $0 == 1 })
  }

  @Test(arguments: [50, 80, 100])
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

  private static func decibels(_ gain: Float) -> Double { 20 * log10(Double(gain)) }

  /// Returns the curve by its definition, in decibels, or `nil` in the last half second.
  private static func curve(volume: Int, fadeIn: Double, length: Double, fadeOut: Double, at time: Double) -> Double? {
    guard time < length - 0.5 else { return nil }
    let share = min(1, fadeIn > 0 ? time / fadeIn : 1, (length - time) / fadeOut)
    return 40 * (Double(volume) / 100 * share - 1)
  }

  @Test(arguments: [30, 70, 100], [(0, 3), (0.777, 1.3), (2, 3)] as [(Double, Double)])
  func fadesFollowTheExactCurveWithinATenthOfADecibel(volume: Int, fades: (fadeIn: Double, fadeOut: Double)) throws {
    let length = 6.3
    var ramp = VolumeRamp(
      volume: volume, fadeIn: .seconds(fades.fadeIn), length: .seconds(length), fadeOut: .seconds(fades.fadeOut),
      rate: rate)
    let all = gains(&ramp, seconds: length)
    for index in stride(from: rate / 200, to: all.count, by: 7) {
      let exact = Self.curve(
        volume: volume, fadeIn: fades.fadeIn, length: length, fadeOut: fades.fadeOut,
        at: Double(index) / Double(rate))
      guard let exact else { break }
      let found = Self.decibels(all[index])
      try #require(abs(found - exact) < 0.1, "\(found) dB instead of \(exact) at frame \(index)")
    }
  }

  @Test(arguments: [0, 0.2, 4, 10], [20, 100])
  func aFadeOutEndsInTrueSilence(fadeOut: Double, volume: Int) {
    var ramp = VolumeRamp(volume: volume, length: .seconds(5), fadeOut: .seconds(fadeOut), rate: rate)
    let all = gains(&ramp, seconds: 4.99)
    #expect(!ramp.isSilent)
    #expect(zip(all[(rate / 2)...], all[(rate / 2 + 1)...]).allSatisfy { $0 >= $1 }, "it only falls")
    let last = gains(&ramp, seconds: 0.01)
    #expect(ramp.isSilent)
    #expect(last.allSatisfy { $0 > 0 })
    #expect(largestStep(all + last + [0]) < 0.01)
    #expect(gains(&ramp, seconds: 1).allSatisfy { $0 == 0 })
  }

  @Test func theEndMayBeAnyFrameAndFadesThatMeetDoNotReachTheVolume() {
    var ramp = VolumeRamp(volume: 100, length: .microseconds(1_234_567), fadeOut: .seconds(1), rate: rate)
    let all = gains(&ramp, seconds: 2)
    #expect(ramp.isSilent)
    #expect(all.lastIndex { $0 != 0 } == 59_258)
    var meeting = VolumeRamp(
      volume: 100, fadeIn: .seconds(300), length: .seconds(4), fadeOut: .seconds(4), rate: rate)
    let low = gains(&meeting, seconds: 4)
    #expect(peak(low) < 0.0107)
    #expect(largestStep(low) < 0.001)
  }

  @Test(arguments: [0.5, 1, 2.5, 4.2, 5.6])
  func whatResumesGoesOn(elapsed: Double) {
    func ramp(elapsed: Duration) -> VolumeRamp {
      VolumeRamp(
        volume: 80, fadeIn: .seconds(2), elapsed: elapsed, length: .seconds(6), fadeOut: .seconds(3), rate: rate)
    }
    let all = gains(ramp(elapsed: .zero), seconds: 7)
    let rest = gains(ramp(elapsed: .seconds(elapsed)), seconds: 7 - elapsed)
    // Except for its first edge.
    let goesOn = rest[240...] == all[(Int(elapsed * Double(rate)) + 240)...]
    #expect(goesOn)
    #expect(largestStep([0] + rest) < 0.01)
  }

  @Test(arguments: [.seconds(6), .seconds(1 << 60)] as [Duration])
  func whatResumesAfterItsEndIsSilent(elapsed: Duration) {
    var ramp = VolumeRamp(volume: 100, elapsed: elapsed, length: .seconds(6), rate: rate)
    #expect(ramp.isSilent)
    #expect(gains(&ramp, seconds: 1).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [0.1, 1, 30, 300] as [Double], [1, 50, 100])
  func aFadeInBeginsAtTheFloor(fadeIn: Double, volume: Int) {
    let all = gains(VolumeRamp(volume: volume, fadeIn: .seconds(fadeIn), rate: rate), seconds: 0.1)
    #expect(all[0] == 0)
    #expect(all[1...290].allSatisfy { $0 <= Float(pow(10, -2 + 2 * 0.00625 / fadeIn)) })
    #expect(largestStep(all) < 0.001)
  }

  @Test func theSizeOfTheBuffersChangesNothing() {
    func ramp() -> VolumeRamp {
      VolumeRamp(volume: 90, fadeIn: .seconds(0.3), length: .seconds(2), fadeOut: .seconds(0.9), rate: rate)
    }
    let all = gains(ramp(), seconds: 2.2)
    var pieces = ramp()
    var joined: [Float] = []
    for count in [0, 1, 63, 64, 65, 959, 14_000, 33, 40_000, 31_000, 19_415] {
      var samples = [Float](repeating: 1, count: count)
      pieces.apply(to: &samples)
      joined += samples
    }
    // Compared first, because printing the difference would take minutes.
    let areEqual = joined == all
    #expect(areEqual)
  }
}
