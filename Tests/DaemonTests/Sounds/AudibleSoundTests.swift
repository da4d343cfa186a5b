import Glibc
import Sound
import TestSupport
import Testing

@testable import Daemon

@Suite(.startsPrograms) struct AudibleSoundTests {
  private static let rate = 48_000

  private static func made(_ seconds: Double, _ value: (Double) -> Double) -> MadeSound {
    let count = Int(seconds * Double(rate))
    return MadeSound(rate: rate, samples: (0..<count).map { Float(value(Double($0) / Double(rate))) })
  }

  private static func sine(_ frequency: Double, _ moment: Double) -> Double { sin(2 * .pi * frequency * moment) }

  private static func tone(_ frequency: Double, seconds: Double = 3) -> MadeSound {
    made(seconds) { 0.9 * sine(frequency, $0) }
  }

  private static func constant(_ value: Double, seconds: Double) -> MadeSound { made(seconds) { _ in value } }

  /// A square wave at a rate high enough that its edges alias to nothing audible.
  private static func square(_ frequency: Double) -> MadeSound {
    let samples = (0..<384_000).map { index -> Float in sine(frequency, Double(index) / 192_000) < 0 ? -0.7 : 0.7 }
    return MadeSound(rate: 192_000, samples: samples)
  }

  private static func clicked(_ sound: MadeSound) -> MadeSound {
    var sound = sound
    sound.samples[sound.samples.count / 2] = 0.99
    return sound
  }

  private static func opposed(_ sound: MadeSound) -> MadeSound {
    MadeSound(rate: sound.rate, channels: 2, samples: sound.samples.flatMap { [$0, -$0] })
  }

  private static func joined(_ sounds: MadeSound...) -> MadeSound {
    MadeSound(rate: rate, samples: sounds.flatMap(\.samples))
  }

  private static func mixed(_ first: MadeSound, _ second: MadeSound) -> MadeSound {
    MadeSound(rate: rate, samples: zip(first.samples, second.samples).map { $0 + $1 })
  }

  static let refused: [(name: String, refusal: SoundRefusal, sound: MadeSound)] = [
    ("20.5 kHz", .inaudible, tone(20_500)),
    ("18.5 kHz", .inaudible, tone(18_500)),
    ("16 kHz", .inaudible, tone(16_000)),
    ("12 Hz", .inaudible, tone(12)),
    ("45 Hz", .inaudible, tone(45)),
    ("a square of 19 kHz", .inaudible, square(19_000)),
    ("45 Hz with a click", .inaudible, clicked(tone(45, seconds: 4))),
    ("silence with a click", .inaudible, clicked(constant(0, seconds: 8))),
    ("steps of a constant", .inaudible, joined(constant(0.6, seconds: 2), constant(-0.6, seconds: 2))),
    ("opposite channels", .silent, opposed(tone(440))),
    ("opposite channels and a click", .inaudible, clicked(opposed(tone(440)))),
    ("a tone, then a constant", .pauses, joined(tone(880, seconds: 1), constant(0.4, seconds: 15))),
    ("a tone, then 20 kHz", .pauses, joined(tone(880, seconds: 1), tone(20_000, seconds: 15))),
    ("a tone, then 15 Hz", .pauses, joined(tone(880, seconds: 1), tone(15, seconds: 15))),
  ]

  private static func chime(_ frequency: Double, amplitude: Double) -> MadeSound {
    made(0.5) { amplitude * sine(frequency, $0) * exp(-8 * $0) }
  }

  private static func melody(amplitude: Double) -> MadeSound {
    let notes: [Double] = [392, 440, 494, 587, 494, 440]
    return MadeSound(rate: rate, samples: notes.flatMap { chime($0, amplitude: amplitude).samples })
  }

  /// Harmonics of a voice in four syllables per second, with a pause of 0.5 s every two seconds.
  private static func speech() -> MadeSound {
    made(4) { moment in
      guard moment.truncatingRemainder(dividingBy: 2) < 1.5 else { return 0 }
      var voice = 0.0
      for harmonic in 1...20 { voice += sine(120 * Double(harmonic), moment) / Double(harmonic) }
      return 0.2 * voice * abs(sine(2, moment))
    }
  }

  static let accepted: [(name: String, sound: MadeSound)] = [
    ("a very quiet melody", melody(amplitude: 0.01)),
    ("a chime of half a second", chime(1200, amplitude: 0.5)),
    ("a chime, then nine seconds of silence", joined(chime(1200, amplitude: 0.5), constant(0, seconds: 9))),
    ("speech", speech()),
    ("a melody over a constant", mixed(constant(0.6, seconds: 3), melody(amplitude: 0.1))),
    ("a melody over 15 Hz", mixed(tone(15), melody(amplitude: 0.2))),
    ("a low tone", tone(110)),
    ("a high tone", tone(10_000)),
  ]

  private func prepare(_ sound: MadeSound, _ folder: TemporaryFolder) throws -> (SoundFacts, ReadBack) {
    let sounds = SoundFolder(path: folder.path + "/sounds")
    try sounds.make()
    // A float file also allows peaks above full scale.
    try sound.write(.floatWAV, to: folder.path + "/file")
    let facts = try sounds.prepare(folder.path + "/file", by: .built)
    try sounds.keepPrepared(as: "a")
    return (facts, try ReadBack(sounds.preparedPath(of: "a")))
  }

  @Test(arguments: refused) func whatNobodyHearsIsRefused(name: String, refusal: SoundRefusal, sound: MadeSound) throws
  {
    let folder = try TemporaryFolder()
    #expect(throws: SoundProblem.refused(refusal), "\(name)") { try prepare(sound, folder) }
  }

  @Test(arguments: accepted) func whatPeopleHearIsAccepted(name: String, sound: MadeSound) throws {
    let (facts, result) = try prepare(sound, try TemporaryFolder())
    // The margin keeps small differences between machines from deciding.
    #expect(try #require(facts.loudest) > SoundPreparation.leastLoudness + 6, "\(name): \(facts)")
    let mean = result.samples.reduce(0.0) { $0 + Double($1) } / Double(result.samples.count)
    #expect(abs(mean) < 0.005, "\(name): a constant offset of \(mean) reaches the speaker")
  }

  @Test func builtInSoundsWouldBeAcceptedWithMargin() throws {
    for sound in SoundLibrary.all {
      var generator = SoundGenerator(sound: sound, rate: Self.rate)
      let made = MadeSound(rate: Self.rate, samples: generator.next(6 * Self.rate))
      let (facts, _) = try prepare(made, try TemporaryFolder())
      #expect(try #require(facts.loudest) > SoundPreparation.leastLoudness + 12, "\(sound.id): \(facts)")
    }
  }
}
