import Glibc
import Sound
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// What people hear of a sound decides whether it is one, whatever else is in its file.
@Suite(.startsPrograms) struct AudibleSoundTests {
  private static let rate = 48_000

  /// A sound of which each sample is computed from its moment in seconds.
  private static func made(_ seconds: Double, rate: Int = rate, _ value: (Double) -> Double) -> MadeSound {
    let samples = (0..<Int(seconds * Double(rate))).map { Float(value(Double($0) / Double(rate))) }
    return MadeSound(rate: rate, samples: samples)
  }

  private static func sine(_ frequency: Double, _ moment: Double) -> Double { sin(2 * .pi * frequency * moment) }

  /// A sound with one sample of full scale in its midst.
  private static func clicked(_ sound: MadeSound) -> MadeSound {
    var sound = sound
    sound.samples[sound.samples.count / 2] = 0.99
    return sound
  }

  /// Two channels, the second of which is the first upside down.
  private static func opposed(_ sound: MadeSound) -> MadeSound {
    MadeSound(rate: sound.rate, channels: 2, samples: sound.samples.flatMap { [$0, -$0] })
  }

  /// A second of tone, then what `rest` says of each moment.
  private static func tone(then rest: (Double) -> Double) -> MadeSound {
    made(16) { $0 < 1 ? 0.5 * sine(880, $0) : rest($0) }
  }

  static let refused: [(name: String, refusal: SoundRefusal, sound: MadeSound)] = [
    ("20.5 kHz", .inaudible, made(3) { 0.9 * sine(20_500, $0) }),
    ("18.5 kHz", .inaudible, made(3) { 0.9 * sine(18_500, $0) }),
    ("16 kHz", .inaudible, made(3) { 0.9 * sine(16_000, $0) }),
    ("12 Hz", .inaudible, made(3) { 0.95 * sine(12, $0) }),
    ("45 Hz", .inaudible, made(3) { 0.95 * sine(45, $0) }),
    ("a square of 19 kHz", .inaudible, made(2, rate: 192_000) { sine(19_000, $0) < 0 ? -0.7 : 0.7 }),
    ("45 Hz with a click", .inaudible, clicked(made(4) { 0.7 * sine(45, $0) })),
    ("silence with a click", .inaudible, clicked(made(8) { _ in 0 })),
    ("steps of a constant", .inaudible, made(8) { Int($0 / 2) % 2 == 0 ? 0.6 : -0.6 }),
    ("opposite channels", .silent, opposed(made(2) { 0.5 * sine(440, $0) })),
    ("opposite channels and a click", .inaudible, clicked(opposed(made(4) { 0.5 * sine(440, $0) }))),
    ("a tone, then a constant", .pauses, tone { _ in 0.4 }),
    ("a tone, then 20 kHz", .pauses, tone { 0.5 * sine(20_000, $0) }),
    ("a tone, then 15 Hz", .pauses, tone { 0.5 * sine(15, $0) }),
  ]

  /// Notes of a melody, half a second each, which fade.
  private static func melody(_ moment: Double) -> Double {
    let notes = [392.0, 440, 494, 587, 494, 440]
    let note = Int(moment * 2)
    return sine(notes[note % notes.count], moment) * exp(-4 * (moment * 2 - Double(note)))
  }

  /// Syllables, four a second: harmonics of 120 Hz with breaks between words.
  private static func speech(_ moment: Double) -> Double {
    let voice = (1...20).reduce(0.0) { $0 + sine(120 * Double($1), moment) / Double($1) }
    return moment.truncatingRemainder(dividingBy: 2) < 1.5 ? 0.2 * voice * abs(sine(2, moment)) : 0
  }

  static let accepted: [(name: String, sound: MadeSound)] = [
    ("a very quiet melody", made(6) { 0.01 * melody($0) }),
    ("a chime of half a second", made(0.5) { 0.5 * sine(1200, $0) * exp(-8 * $0) }),
    ("a chime, then nine seconds of silence", made(9.5) { $0 < 0.5 ? 0.5 * sine(1200, $0) * exp(-8 * $0) : 0 }),
    ("speech", made(6, speech)),
    ("a melody over a constant", made(6) { 0.6 + 0.1 * melody($0) }),
    ("a melody over 15 Hz", made(6) { 0.5 * sine(15, $0) + 0.2 * melody($0) }),
    ("a low tone", made(3) { 0.5 * sine(110, $0) }),
    ("a high tone", made(3) { 0.5 * sine(10_000, $0) }),
  ]

  private func prepare(_ sound: MadeSound, _ folder: TemporaryFolder) throws -> (SoundFacts, ReadBack) {
    let sounds = SoundFolder(path: folder.path + "/sounds")
    try sounds.make()
    // Peaks above full scale, too.
    try sound.write(.floatWAV, to: folder.path + "/file")
    let facts = try sounds.prepare(folder.path + "/file", by: .built)
    try sounds.keepPrepared(as: "a")
    return (facts, try ReadBack(sounds.preparedPath(of: "a")))
  }

  @Test(arguments: refused.indices) func whatNobodyHearsIsRefused(index: Int) throws {
    let (name, refusal, sound) = Self.refused[index]
    let folder = try TemporaryFolder()
    #expect(throws: SoundProblem.refused(refusal), "\(name)") { try prepare(sound, folder) }
  }

  @Test(arguments: accepted.indices) func whatPeopleHearIsAccepted(index: Int) throws {
    let (name, sound) = Self.accepted[index]
    let (facts, result) = try prepare(sound, try TemporaryFolder())
    // With margin: no small difference between machines refuses it.
    #expect(try #require(facts.loudest) > SoundPreparation.leastLoudness + 3, "\(name): \(facts)")
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
