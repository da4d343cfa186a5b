import Testing

@testable import Sound

@Suite struct SoundLibraryTests {
  @Test func theWholeFileIsReadAndListsTheSoundsOfEachCategory() {
    #expect(SoundLibrary.problem == nil)
    let categories: [(SoundCategory, [String])] = [
      (.alarms, ["tone", "bell", "beep", "siren"]), (.chimes, ["chime", "marimba", "birds"]),
      (.noise, ["white", "pink", "brown", "rain", "fan"]),
    ]
    #expect(SoundLibrary.all.map(\.id) == categories.flatMap(\.1))
    for (category, ids) in categories {
      #expect(SoundLibrary.all.filter { $0.category == category }.map(\.id) == ids)
    }
    #expect(Set(SoundLibrary.all.map(\.name)).count == SoundLibrary.all.count)
    for sound in SoundLibrary.all {
      #expect(SoundLibrary.sound(id: sound.id) == sound)
      #expect(!sound.name.isEmpty && sound.description.hasSuffix("."))
    }
    #expect(SoundLibrary.sound(id: "gone") == nil)
  }

  @Test func theToneRingsWithoutTheFile() {
    let (sounds, problem) = SoundLibrary.load(Array("{ sounds: [".utf8))
    #expect(sounds == [SoundLibrary.tone])
    #expect(problem != nil)
    var generator = SoundGenerator(sound: sounds[0], rate: 48_000)
    #expect(peak(generator.next(4800)) > 0.5)
  }

  private static func file(_ sound: String) -> String {
    "{ sounds: [{ id: 'a', name: 'A', description: 'A.', category: 'noise', gain: 0, \(sound) }] }"
  }

  private static let score = "length: 1, partials: [{ ratio: 1, amplitude: 1 }], notes:"
  private static let note = "start: 0, duration: 1, frequencies: [440]"

  @Test(arguments: [
    "noise: { slope: 0 }",
    "noise: { slope: -3, hum: { \(score) [{ \(note) }] } }",
    "score: { \(score) [{ \(note), vibrato: { rate: 5, depth: 1 } }], }, // and a comment\n",
  ])
  func whatIsRightIsRead(sound: String) {
    let (sounds, problem) = SoundLibrary.load(Array(Self.file(sound).utf8))
    #expect(problem == nil && sounds.map(\.id) == ["tone", "a"])
  }

  @Test(arguments: [
    ("volume: 1, noise: { slope: 0 }", "no key `volume`"),
    ("noise: { slope: 0, lowpass: 300 }", "no key `lowpass`"),
    ("noise: { slope: 0, droplets: { rate: 1, size: 1 } }", "no key `size`"),
    ("score: { \(score) [{ \(note), pitch: 1 }] }", "no key `pitch`"),
    ("score: { \(score) [{ \(note), vibrato: { rate: 5, depth: 1, phase: 0 } }] }", "no key `phase`"),
    ("score: { length: 1, partials: [{ ratio: 1, level: 1 }], notes: [] }", "no key `level`"),
    ("score: { \(score) [], rate: 1 }", "no key `rate`"),
    ("score: { length: 0, partials: [], notes: [] }", "0.1 to 10"),
    ("score: { \(score) [{ start: -1, duration: 1, frequencies: [440] }] }", "0.0 to 10"),
    ("score: { \(score) [{ start: 0, duration: 1, frequencies: [] }] }", "at least one"),
    ("score: { \(score) [{ start: 0, duration: 1, frequencies: [440, 4] }] }", "20 to 20000"),
    ("noise: { slope: 3 }", "-6.1 to 0"),
    ("noise: { slope: 0, highPass: 20 }", "100.0 to 1000"),
    ("noise: { slope: 0 }, score: { \(score) [{ \(note) }] }", "either"),
    ("noise: { slope: 'pink' }", "wrong type"),
  ])
  func aMistakeIsToldAndLeavesTheTone(sound: String, said: String) throws {
    let (sounds, problem) = SoundLibrary.load(Array(Self.file(sound).utf8))
    #expect(sounds == [SoundLibrary.tone])
    #expect(try #require(problem).contains(said), "\(problem ?? "")")
  }
}
