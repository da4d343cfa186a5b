import Sound
import Testing

private let rate = 48_000

private func samples(of sound: BuiltInSound, seconds: Double, rate: Int = rate) -> [Float] {
  var generator = SoundGenerator(sound: sound, rate: rate)
  return generator.next(Int(seconds * Double(rate)))
}

@Suite struct BuiltInSoundTests {
  @Test func everySoundIsFoundByItsID() {
    #expect(SoundLibrary.all.map(\.id) == ["tone", "bell", "chime"])
    for sound in SoundLibrary.all { #expect(SoundLibrary.sound(id: sound.id) == sound) }
    #expect(SoundLibrary.sound(id: "gone") == nil)
  }

  @Test("the tone's strongest frequency is 880 Hz", arguments: [8_000, 22_050, 44_100, 48_000, 96_000])
  func theTonesStrongestFrequencyIs880(rate: Int) {
    let second = samples(of: SoundLibrary.tone, seconds: 1, rate: rate)
    let strength = amplitude(of: 880, in: second, rate: rate)
    #expect(strength > 0.2)
    for frequency in [220, 440, 660, 1320, 1760, 2640, 3520] where frequency < rate / 2 {
      #expect(amplitude(of: Double(frequency), in: second, rate: rate) < strength / 2, "\(frequency) Hz")
    }
  }

  @Test func theToneIsPulsedTwiceASecond() {
    let pulses = pulses(in: samples(of: SoundLibrary.tone, seconds: 5), rate: rate)
    #expect(pulses.count == 10)
    for pulse in pulses {
      #expect(abs(pulse.sound - 0.25) < 0.015)
      #expect(abs(pulse.silence - 0.25) < 0.015)
    }
  }

  @Test("no sound imitates a smoke or carbon monoxide alarm", arguments: SoundLibrary.all)
  func noSoundImitatesASignalForDanger(sound: BuiltInSound) {
    let pulses = pulses(in: samples(of: sound, seconds: 15), rate: rate)
    #expect(!DangerSignal.isTemporalThree(pulses))
    #expect(!DangerSignal.isTemporalFour(pulses))
  }

  @Test func theSignalsForDangerAreRecognized() {
    func signal(pulses: Int, of length: Double, pause: Double) -> [Float] {
      let pulse = [Float](repeating: 0.5, count: Int(length * Double(rate)))
      let gap = [Float](repeating: 0, count: pulse.count)
      let silence = [Float](repeating: 0, count: Int(pause * Double(rate)) - gap.count)
      let group = (0..<pulses).flatMap { _ in pulse + gap } + silence
      return group + group
    }
    let fire = pulses(in: signal(pulses: 3, of: 0.5, pause: 1.5), rate: rate)
    let monoxide = pulses(in: signal(pulses: 4, of: 0.1, pause: 5), rate: rate)
    #expect(DangerSignal.isTemporalThree(fire) && !DangerSignal.isTemporalFour(fire))
    #expect(DangerSignal.isTemporalFour(monoxide) && !DangerSignal.isTemporalThree(monoxide))
  }

  @Test("every sound stays below -1 dB of full scale, between samples too", arguments: SoundLibrary.all)
  func everySoundStaysBelowItsCeiling(sound: BuiltInSound) {
    var all = samples(of: sound, seconds: 5.2)
    var ramp = VolumeRamp(volume: 100, rate: rate)
    ramp.apply(to: &all)
    #expect(peak(all) > 0.8, "and is as loud as that allows")
    #expect(truePeak(all) < 0.891)
  }

  @Test(
    "a sound's turns join without a click",
    arguments: [(SoundLibrary.tone, 0.5), (SoundLibrary.bell, 1.5), (SoundLibrary.chime, 2.5)], [44_100, 48_000])
  func turnsJoinWithoutAClick(sound: (BuiltInSound, length: Double), rate: Int) {
    let all = samples(of: sound.0, seconds: 6, rate: rate)
    let turn = Int(sound.length * Double(rate))
    #expect(all[turn..<(2 * turn)] == all[..<turn], "it repeats after \(sound.length) s")
    #expect(largestStep(Array(all[(turn - 50)..<(turn + 50)])) < 0.05)
    // No sample anywhere jumps further than the steepest wave of its partials.
    #expect(largestStep(all) < 0.3)
  }

  @Test func theSizeOfTheRequestsChangesNothing() {
    var pieces = SoundGenerator(sound: SoundLibrary.tone, rate: rate)
    var joined: [Float] = []
    for count in [0, 1, 959, 960, 24_000, 23_999, 60_000, 7] { joined += pieces.next(count) }
    var whole = SoundGenerator(sound: SoundLibrary.tone, rate: rate)
    #expect(whole.next(joined.count) == joined)
  }

  @Test("the sounds are different ones at any rate", arguments: [8_000, 48_000])
  func theSoundsAreDifferent(rate: Int) {
    let strengths = SoundLibrary.all.map { sound in
      [880, 1174.66, 523.25].map { amplitude(of: $0, in: samples(of: sound, seconds: 5, rate: rate), rate: rate) }
    }
    for (index, strengths) in strengths.enumerated() {
      #expect(strengths.firstIndex(of: strengths.max() ?? 0) == index)
    }
  }
}
