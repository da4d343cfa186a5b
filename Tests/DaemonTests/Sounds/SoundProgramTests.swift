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

  static let kinds: [(MadeSound.Kind, SoundFacts.Format, Int)] = [
    (.wav, .wav, 44_100), (.floatWAV, .wav, 96_000), (.flac, .flac, 48_000), (.vorbis, .ogg, 44_100),
    (.opus, .ogg, 48_000), (.mp3, .mp3, 44_100), (.wav, .wav, 8000), (.flac, .flac, 22_050),
  ]

  @Test(arguments: kinds)
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

  @Test func theGainIsTheDifferenceToTheFile() throws {
    let (quiet, _) = try prepare(.sine(amplitude: 0.03))
    let (loud, _) = try prepare(.sine(amplitude: 0.3))
    #expect(abs(quiet.gain - loud.gain - 20) < 0.1)
  }

  @Test func peaksAreHeldDownWithoutLosingLoudness() throws {
    let (_, result) = try prepare(.cracks())
    #expect(try result.truePeak <= SoundPreparation.truePeak)
    #expect(try abs(result.loudness - SoundPreparation.loudness) < 1)
  }

  @Test func aTitleIsRead() throws {
    try MadeSound.sine().write(.flac, to: file, title: "Morgenlied")
    #expect(try prepare(file).title == "Morgenlied")
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

  static let bad: [(SoundRefusal, MadeSound, MadeSound.Kind)] = [
    (.tooShort, .sine(seconds: 0.4), .wav), (.tooShort, .sine(seconds: 0.45), .flac),
    (.tooLong, .sine(seconds: 601, rate: 4000), .wav), (.silent, .silence(), .wav), (.silent, .silence(), .flac),
    (.silent, .sine(amplitude: 0.0005), .floatWAV), (.pauses, .sine(silentBefore: 11, after: 0), .wav),
    (.pauses, .sine(silentBefore: 6, after: 6), .wav), (.otherFormat, .sine(), .aiff),
    (.unusual, .sine(rate: 3999), .wav), (.unusual, .sine(seconds: 1, rate: 250_000), .wav),
    (.unusual, .sine(seconds: 1, channels: 9), .wav),
    (.damaged, MadeSound(samples: [Float](repeating: .nan, count: 44_100)), .floatWAV),
    (.damaged, MadeSound(samples: [Float](repeating: .infinity, count: 44_100)), .floatWAV),
    (.damaged, MadeSound(samples: [Float](repeating: 1e9, count: 44_100)), .floatWAV),
  ]

  @Test(arguments: bad)
  func eachBoundIsRefusedByItsOwnName(refusal: SoundRefusal, sound: MadeSound, kind: MadeSound.Kind) throws {
    try sound.write(kind, to: file)
    expect(.refused(refusal), of: file)
  }

  @Test func aShortSilenceIsPartOfASound() throws {
    let (facts, _) = try prepare(.sine(silentBefore: 4, after: 4))
    #expect(abs(facts.seconds - 10) < 0.5)
  }

  @Test func aFileOfMoreThanFiftyMegabytesIsRefusedUnread() throws {
    let path = try write([])
    try #require(truncate(path, off_t(SoundPreparation.largestFile + 1)) == 0)
    expect(.refused(.tooLarge), of: path)
  }

  @Test func whatIsNoSoundIsRefused() throws {
    expect(.refused(.notASound), of: try write([]))
    expect(.refused(.notASound), of: try write(Array("This is no sound.\n".utf8)))
    expect(.refused(.notASound), of: try write((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) }))
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

  @Test func whatIsNoFileIsNotOpened() throws {
    try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
    expect(.refused(.notASound), of: folder.path + "/pipe")
    try #require(symlink("/etc/hostname", folder.path + "/link") == 0)
    expect(.unreadable(String(cString: strerror(ELOOP))), of: folder.path + "/link")
    expect(.unreadable(String(cString: strerror(ENOENT))), of: folder.path + "/nothing")
  }

  private func script(_ text: String) throws -> SoundProgram {
    let path = folder.path + "/program"
    try Files.write("#!/bin/sh\n\(text)\n", to: path)
    try #require(chmod(path, 0o700) == 0)
    return SoundProgram(path: path, limit: .milliseconds(300))
  }

  /// The program's behavior, and the problem reported.
  static let failures: [(String, SoundProblem)] = [
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
  ]

  @Test(arguments: failures)
  func aDecoderThatFailsIsToldAndLeavesNothing(text: String, problem: SoundProblem) throws {
    try MadeSound.sine().write(.wav, to: file)
    let program = try script(text)
    #expect(throws: problem) { try prepare(file, by: program) }
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

  @Test func anIDIsShortAndReadsBackAsItself() {
    let id = SoundID.make(of: String(repeating: "long name ", count: 50), taken: [])
    #expect(id.count <= 32 && id.last != "-")
    for (file, _) in Self.ids {
      let id = SoundID.make(of: file, taken: [])
      #expect(SoundID.make(of: id, taken: []) == id)
    }
  }

  @Test func everyIDThatIsMadeIsValid() {
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
