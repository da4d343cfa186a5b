import FoundationEssentials
import Sound
import Testing

/// What `rouse-sound` says across versions: an upgrade replaces it while the old daemon goes on. Do not mend what is kept
/// here when it fails: mend what no longer understands it.
@Suite struct PreparationVersionsTests {
  /// Reports, and the lines that version 0.1.0 said them with.
  static let kept: [(report: PreparationReport, line: String)] = [
    (
      .prepared(SoundFacts(format: .wav, title: nil, seconds: 1.5, gain: -2)),
      #"{"prepared":{"_0":{"format":"WAV","seconds":1.5,"gain":-2}}}"#
    ),
    (
      .prepared(SoundFacts(format: .ogg, title: "Birds", seconds: 60, gain: 3.25)),
      #"{"prepared":{"_0":{"format":"Ogg","title":"Birds","seconds":60,"gain":3.25}}}"#
    ),
    (.refused(.tooLarge), #"{"refused":{"_0":"tooLarge"}}"#),
  ]

  @Test(arguments: kept) func theLinesAreTheSameInBothDirections(report: PreparationReport, line: String) throws {
    #expect(try JSONDecoder().decode(PreparationReport.self, from: Data(line.utf8)) == report)
    // An old daemon reads the same fields, in whatever order.
    let today = try JSONEncoder().encode(report)
    #expect(try fields(today) == fields(Data(line.utf8)))
  }

  @Test func aFieldThatALaterVersionAddsIsLeftOut() throws {
    let line = #"{"prepared":{"_0":{"format":"WAV","seconds":1.5,"gain":-2,"tempo":90}}}"#
    #expect(
      try JSONDecoder().decode(PreparationReport.self, from: Data(line.utf8))
        == .prepared(SoundFacts(format: .wav, title: nil, seconds: 1.5, gain: -2)))
  }

  /// Then the sound is prepared at the next look, by when the daemon is of the same version (`SoundProgram`).
  @Test(arguments: [
    #"{"prepared":{"_0":{"format":"Opus","seconds":1.5,"gain":-2}}}"#, #"{"refused":{"_0":"tooSad"}}"#,
    #"{"postponed":{}}"#,
  ])
  func whatCannotBeUnderstoodIsNoAnswer(line: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PreparationReport.self, from: Data(line.utf8)) }
  }

  /// A line's parts, sorted: names and values.
  private func fields(_ line: Data) throws -> [String] {
    String(decoding: line, as: UTF8.self).split { "{},".contains($0) }.map(String.init).sorted()
  }
}
