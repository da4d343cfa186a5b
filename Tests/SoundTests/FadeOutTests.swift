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

private func decibels(_ gain: Float) -> Double { 20 * log10(Double(gain)) }

@Suite struct FadeOutTests {
  /// Returns the curve by its definition, in decibels, or `nil` in the last half second.
  private static func curve(volume: Int, fadeIn: Double, length: Double, fadeOut: Double, at time: Double) -> Double? {
    guard time < length - 0.5 else { return nil }
    let share = min(1, fadeIn > 0 ? time / fadeIn : 1, (length - time) / fadeOut)
    return 40 * (Double(volume) / 100 * share - 1)
  }

  @Test(
    "a fade-in and a fade-out follow the exact curve within 0.1 dB", arguments: [30, 70, 100],
    [(0, 3), (0.777, 1.3), (2, 3)] as [(Double, Double)])
  func fadesFollowTheExactCurve(volume: Int, fades: (fadeIn: Double, fadeOut: Double)) {
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
      guard abs(decibels(all[index]) - exact) < 0.1 else {
        Issue.record("\(decibels(all[index])) dB instead of \(exact) at frame \(index)")
        return
      }
    }
  }

  @Test("a fade-out ends in true silence, without a click", arguments: [0, 0.2, 4, 10], [20, 100])
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

  @Test func theEndMayBeAnyFrame() {
    var ramp = VolumeRamp(volume: 100, length: .microseconds(1_234_567), fadeOut: .seconds(1), rate: rate)
    let all = gains(&ramp, seconds: 2)
    #expect(ramp.isSilent)
    #expect(all.lastIndex { $0 != 0 } == 59_258)
  }

  @Test func fadesThatMeetDoNotReachTheVolume() {
    var ramp = VolumeRamp(
      volume: 100, fadeIn: .seconds(300), length: .seconds(4), fadeOut: .seconds(4), rate: rate)
    let all = gains(&ramp, seconds: 4)
    #expect(peak(all) < 0.0107)
    #expect(largestStep(all) < 0.001)
  }

  @Test(
    "what resumes goes on where it was",
    arguments: [0.5, 1, 2.5, 4.2, 5.6])
  func whatResumesGoesOn(elapsed: Double) {
    func ramp(elapsed: Duration) -> VolumeRamp {
      VolumeRamp(
        volume: 80, fadeIn: .seconds(2), elapsed: elapsed, length: .seconds(6), fadeOut: .seconds(3), rate: rate)
    }
    var whole = ramp(elapsed: .zero)
    let all = gains(&whole, seconds: 7)
    var resumed = ramp(elapsed: .seconds(elapsed))
    let rest = gains(&resumed, seconds: 7 - elapsed)
    // Except for its first edge.
    let goesOn = rest[240...] == all[(Int(elapsed * Double(rate)) + 240)...]
    #expect(goesOn)
    #expect(largestStep([0] + rest) < 0.01)
  }

  @Test("what resumes after its end is silent", arguments: [.seconds(6), .seconds(1 << 60)] as [Duration])
  func whatResumesAfterItsEndIsSilent(elapsed: Duration) {
    var ramp = VolumeRamp(volume: 100, elapsed: elapsed, length: .seconds(6), rate: rate)
    #expect(ramp.isSilent)
    #expect(gains(&ramp, seconds: 1).allSatisfy { $0 == 0 })
  }

  @Test("a fade-in of any length begins at -40 dB at most", arguments: [0.1, 1, 30, 300] as [Double], [1, 50, 100])
  func aFadeInBeginsAtTheFloor(fadeIn: Double, volume: Int) {
    var ramp = VolumeRamp(volume: volume, fadeIn: .seconds(fadeIn), rate: rate)
    let all = gains(&ramp, seconds: 0.1)
    #expect(all[0] == 0)
    #expect(all[1...290].allSatisfy { $0 <= Float(pow(10, -2 + 2 * 0.00625 / fadeIn)) })
    #expect(largestStep(all) < 0.001)
  }

  @Test func theSizeOfTheBuffersChangesNothing() {
    func ramp() -> VolumeRamp {
      VolumeRamp(volume: 90, fadeIn: .seconds(0.3), length: .seconds(2), fadeOut: .seconds(0.9), rate: rate)
    }
    var whole = ramp()
    let all = gains(&whole, seconds: 2.2)
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
