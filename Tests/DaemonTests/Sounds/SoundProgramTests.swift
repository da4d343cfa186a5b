import Control
import Glibc
import Sound
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// How `rouse-sound` prepares people's files. Each case waits for a program to finish.
@Suite(.startsPrograms) struct SoundProgramTests {
  private let folder: TemporaryFolder
  private let sounds: SoundFolder

  init() throws {
    folder = try TemporaryFolder()
    sounds = SoundFolder(path: folder.path + "/sounds")
    try sounds.make()
  }

  private var file: String { folder.path + "/file" }

  private func prepare(_ path: String, by program: SoundProgram = .built) throws(SoundProblem) -> SoundFacts {
    let facts = try sounds.prepare(path, by: program)
    do { try sounds.keepPrepared(as: "a") } catch { throw .notStored("\(error)") }
    return facts
  }

  private func prepare(_ sound: MadeSound, _ kind: MadeSound.Kind = .wav) throws -> (SoundFacts, ReadBack) {
    try sound.write(kind, to: file)
    return (try prepare(file), try ReadBack(sounds.preparedPath(of: "a")))
  }

  private func expect(_ problem: SoundProblem, of path: String) {
    #expect(throws: problem) { try prepare(path) }
    #expect(!DurableFile.exists(sounds.preparedPath(of: "a")))
    #expect(DurableFile.names(in: sounds.preparedFolder).isEmpty)
  }

  private func write(_ bytes: [UInt8]) throws -> String {
    let path = folder.path + "/bytes"
    try Files.write(bytes, to: path)
    return path
  }

  @Test(
    arguments: [
      (.wav, .wav, 44_100), (.floatWAV, .wav, 96_000), (.flac, .flac, 48_000), (.vorbis, .ogg, 44_100),
      (.opus, .ogg, 48_000), (.mp3, .mp3, 44_100), (.wav, .wav, 8000), (.flac, .flac, 22_050),
    ] as [(MadeSound.Kind, SoundFacts.Format, Int)])
  func everyFormatBecomesAsLoudAsTheOthers(kind: MadeSound.Kind, format: SoundFacts.Format, rate: Int) throws {
    for amplitude: Float in [0.01, 0.99] {
      let (facts, result) = try prepare(.sine(amplitude: amplitude, seconds: 1, rate: rate, channels: 2), kind)
      #expect(facts.format == format)
      // Some encoders add silence.
      #expect(abs(facts.seconds - 1) < 0.1)
      #expect(abs(facts.seconds * 48_000 - Double(result.samples.count)) < 1)
      #expect(try abs(result.loudness - SoundPreparation.loudness) < 1)
      #expect(try result.truePeak <= SoundPreparation.truePeak)
    }
  }

  @Test func theGainIsTheDifferenceToTheFileAndTheTitleIsItsOwn() throws {
    let (quiet, _) = try prepare(.sine(amplitude: 0.03))
    let (loud, _) = try prepare(.sine(amplitude: 0.3))
    #expect(abs(quiet.gain - loud.gain - 20) < 0.1)
    try MadeSound.sine().write(.flac, to: file, title: "Morgenlied")
    #expect(try prepare(file).title == "Morgenlied")
  }

  @Test func peaksAreHeldDownWithoutLosingLoudness() throws {
    let (_, result) = try prepare(.cracks())
    #expect(try result.truePeak <= SoundPreparation.truePeak)
    #expect(try abs(result.loudness - SoundPreparation.loudness) < 1)
  }

  @Test(arguments: [97.3, 440, 1234.5])
  func theLoopHasNoClickAtItsJoint(frequency: Double) throws {
    let (_, result) = try prepare(.sine(frequency, seconds: 1.2345))
    let bends = result.bends
    #expect(bends.joint <= 1.5 * bends.rest)
    // The blend shortens the loop by 960 frames (20 ms). Without it, some joints bend over ten times as much.
    #expect(abs(result.samples.count - (Int(1.2345 * 48_000) - 960)) <= 1)
  }

  @Test func aBeginningAfterSilenceKeepsItsAttack() throws {
    var sound = MadeSound.sine(amplitude: 0.5, seconds: 1)
    sound.samples += [Float](repeating: 0, count: 22_050)
    let (_, result) = try prepare(sound)
    let attack = result.samples[96..<480].reduce(0) { max($0, abs($1)) }
    let later = result.samples[4800..<9600].reduce(0) { max($0, abs($1)) }
    #expect(attack > 0.9 * later)
  }

  @Test(
    arguments: [
      (.tooShort, .sine(seconds: 0.4), .wav), (.tooShort, .sine(seconds: 0.45), .flac),
      (.tooLong, .sine(seconds: 601, rate: 4000), .wav), (.silent, .silence(), .wav), (.silent, .silence(), .flac),
      (.silent, .sine(amplitude: 0.0005), .floatWAV), (.pauses, .sine(silentBefore: 11, after: 0), .wav),
      (.pauses, .sine(silentBefore: 6, after: 6), .wav), (.otherFormat, .sine(), .aiff),
      (.unusual, .sine(rate: 3999), .wav), (.unusual, .sine(seconds: 1, rate: 250_000), .wav),
      (.unusual, .sine(seconds: 1, channels: 9), .wav),
      (.damaged, MadeSound(samples: [Float](repeating: .nan, count: 44_100)), .floatWAV),
      (.damaged, MadeSound(samples: [Float](repeating: .infinity, count: 44_100)), .floatWAV),
      (.damaged, MadeSound(samples: [Float](repeating: 1e9, count: 44_100)), .floatWAV),
    ] as [(SoundRefusal, MadeSound, MadeSound.Kind)])
  func eachBoundIsRefusedByItsOwnName(refusal: SoundRefusal, sound: MadeSound, kind: MadeSound.Kind) throws {
    try sound.write(kind, to: file)
    expect(.refused(refusal), of: file)
  }

  @Test func aShortSilenceIsPartOfASound() throws {
    let (facts, _) = try prepare(.sine(silentBefore: 4, after: 4))
    #expect(abs(facts.seconds - 10) < 0.5)
  }

  @Test func moreThanFiftyMegabytesAndWhatIsNoSoundOrNoFileAreRefused() throws {
    let path = try write([])
    try #require(truncate(path, off_t(SoundPreparation.largestFile + 1)) == 0)
    expect(.refused(.tooLarge), of: path)
    expect(.refused(.notASound), of: try write([]))
    expect(.refused(.notASound), of: try write(Array("This is no sound.\n".utf8)))
    expect(.refused(.notASound), of: try write((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) }))
    try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
    expect(.refused(.notASound), of: folder.path + "/pipe")
    try #require(symlink("/etc/hostname", folder.path + "/link") == 0)
    expect(.unreadable(String(cString: strerror(ELOOP))), of: folder.path + "/link")
    expect(.unreadable(String(cString: strerror(ENOENT))), of: folder.path + "/nothing")
  }

  @Test func everyRefusalHasItsOwnWords() {
    let problems = SoundRefusal.allCases.map { SoundProblem.refused($0) }
    #expect(Set(problems.map(\.why)).count == problems.count)
    #expect(problems.allSatisfy { !$0.fix.isEmpty })
  }

  /// Files truncated or altered anywhere either become a sound or are refused; nothing else happens.
  @Test(arguments: [MadeSound.Kind.wav, .flac, .vorbis, .opus, .mp3])
  func damagedFilesDoNoHarm(kind: MadeSound.Kind) throws {
    try MadeSound.sine(seconds: 0.6, rate: 48_000, channels: 2).write(kind, to: file)
    let whole = try Descriptor.contents(of: file, limit: 1 << 20)
    var refused = 0
    for part in 1..<4 {
      let cut = whole.count * part / 4
      var changed = whole
      for index in stride(from: cut, to: min(cut + 400, whole.count), by: 3) { changed[index] ^= 0x5A }
      for bytes in [Array(whole[..<cut]), changed] {
        let damaged = try write(bytes)
        do throws(SoundProblem) { _ = try prepare(damaged) } catch {
          guard case .refused = error else { throw error }
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

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

  // A float file also allows peaks above full scale.
  @Test(
    arguments: [
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
    ] as [(name: String, refusal: SoundRefusal, sound: MadeSound)])
  func whatNobodyHearsIsRefused(name: String, refusal: SoundRefusal, sound: MadeSound) throws {
    #expect(throws: SoundProblem.refused(refusal), "\(name)") { try prepare(sound, .floatWAV) }
  }

  @Test(arguments: accepted) func whatPeopleHearIsAccepted(name: String, sound: MadeSound) throws {
    let (facts, result) = try prepare(sound, .floatWAV)
    // The margin keeps small differences between machines from deciding.
    #expect(try #require(facts.loudest) > SoundPreparation.leastLoudness + 6, "\(name): \(facts)")
    let mean = result.samples.reduce(0.0) { $0 + Double($1) } / Double(result.samples.count)
    #expect(abs(mean) < 0.005, "\(name): a constant offset of \(mean) reaches the speaker")
  }

  @Test func builtInSoundsWouldBeAcceptedWithMargin() throws {
    for sound in SoundLibrary.all {
      var generator = SoundGenerator(sound: sound, rate: Self.rate)
      let made = MadeSound(rate: Self.rate, samples: generator.next(6 * Self.rate))
      let (facts, _) = try prepare(made, .floatWAV)
      #expect(try #require(facts.loudest) > SoundPreparation.leastLoudness + 12, "\(sound.id): \(facts)")
    }
  }

  private func script(_ text: String) throws -> SoundProgram {
    let path = folder.path + "/program"
    try Files.write("#!/bin/sh\n\(text)\n", to: path)
    try #require(chmod(path, 0o700) == 0)
    return SoundProgram(path: path, limit: .milliseconds(300))
  }

  @Test(
    arguments: [
      ("exec sleep 60", .tookTooLong), ("exec 2>&-; exec sleep 60", .tookTooLong), ("kill -SEGV $$", .crashed),
      ("kill -TERM $$", .interrupted), ("kill -INT $$", .interrupted), ("kill -HUP $$", .interrupted),
      ("kill -KILL $$", .interrupted), ("kill -ABRT $$", .crashed),
      ("while :; do echo warning >&2; done", .tookTooLong),
      ("echo '{\"refused\":{\"_0\":\"silent\"}}' >&2", .refused(.silent)),
      ("echo warning >&2; echo '{\"refused\":{\"_0\":\"tooLong\"}}' >&2", .refused(.tooLong)),
      ("exit 1", .noProgram("its answer is not understood; `rouse` and `rouse-sound` may be of different versions")),
      // It claims success, but the file it wrote is damaged.
      (
        "echo '{\"prepared\":{\"_0\":{\"format\":\"WAV\",\"seconds\":1,\"gain\":0}}}' >&2",
        .noProgram("its prepared copy is damaged")
      ),
    ] as [(String, SoundProblem)])
  func aDecoderThatFailsIsToldAndLeavesNothing(text: String, problem: SoundProblem) throws {
    try MadeSound.sine().write(.wav, to: file)
    #expect(throws: problem) { try prepare(file, by: script(text)) }
    #expect(DurableFile.names(in: sounds.preparedFolder).isEmpty)
  }

  @Test func aMissingProgramIsTold() throws {
    try MadeSound.sine().write(.wav, to: file)
    let missing = SoundProgram(path: folder.path + "/nothing")
    #expect(throws: SoundProblem.noProgram("starting \(missing.path): No such file or directory")) {
      try prepare(file, by: missing)
    }
  }
}

@Suite struct SoundIDTests {
  static let ids: [(String, String)] = [
    ("morning.flac", "morning"), ("Guten Morgen!.flac", "guten-morgen"), ("Über_Öl & Straße.MP3", "ueber-oel-strasse"),
    ("été à Noël.ogg", "ete-a-noel"), ("e\u{301}te\u{301}.ogg", "ete"), ("朝.wav", "sound"), ("...", "sound"),
    ("off.wav", "off-2"), ("default.wav", "default-2"), ("tone.wav", "tone-2"), ("bell", "bell-3"),
    ("-a--b-.wav", "a-b"), ("a.b.c.wav", "a-b-c"), ("../x.wav", "x"), ("track 01.wav", "track-01"), ("½.wav", "sound"),
  ]

  @Test(arguments: ids) func anIDIsMadeOfTheName(file: String, id: String) {
    #expect(SoundID.make(of: file, taken: ["tone", "bell", "bell-2"]) == id)
  }

  @Test func anIDIsShortAndValidAndReadsBackAsItself() {
    let id = SoundID.make(of: String(repeating: "long name ", count: 50), taken: [])
    #expect(id.count <= 32 && id.last != "-")
    for (file, _) in Self.ids {
      let id = SoundID.make(of: file, taken: [])
      #expect(SoundID.make(of: id, taken: []) == id)
    }
    let file = String(repeating: "long", count: 50)
    var taken: [String] = []
    for _ in 0..<1200 { taken.append(SoundID.make(of: file, taken: taken)) }
    #expect(taken.last == String(repeating: "long", count: 8) + "-1200")
    #expect((taken + Self.ids.map(\.1)).allSatisfy(SoundID.isValid))
  }

  @Test(arguments: ["", "../y", "a/b", "a.b", "A", "ä", "a\0", "off", "default", String(repeating: "a", count: 65)])
  func whatLeadsElsewhereIsNoID(id: String) { #expect(!SoundID.isValid(id)) }

  /// The file name, a chosen name, and the resulting name in the folder, or `nil` if it is refused.
  static let names: [(String, String?, String?)] = [
    ("a.wav", nil, "a.wav"), ("/home/me/a.wav", nil, "a.wav"), ("../../a.wav", nil, "a.wav"), ("..", nil, nil),
    (".hidden", nil, nil), ("", nil, nil), ("/", nil, nil), ("a.wav", "", nil), ("a.wav", "b/c", "b-c.wav"),
    ("a.wav", "../b", nil), ("a.wav", ".b", nil), ("prepared", nil, nil), ("a", "prepared", nil),
    ("a\nb.wav", nil, nil), ("a.wav", String(repeating: "x", count: 300), nil),
  ]

  @Test(arguments: names) func namesStayInTheFolder(file: String, name: String?, expected: String?) {
    do throws(ControlError) {
      #expect(try SoundID.fileName(file, called: name) == expected)
    } catch {
      #expect(expected == nil, "\(error)")
    }
  }
}
