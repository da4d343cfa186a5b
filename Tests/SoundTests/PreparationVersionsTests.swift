import FoundationEssentials
import Sound
import Testing

/// The reports of `rouse-sound` across versions: an upgrade replaces it while the old daemon continues. If a test
/// fails, fix the code and not the lines kept here.
@Suite struct PreparationVersionsTests {
  /// Reports and their lines in version 0.1.0.
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
    // An old daemon reads the same fields in any order.
    let today = try JSONEncoder().encode(report)
    #expect(try fields(today) == fields(Data(line.utf8)))
  }

  @Test func aFieldThatALaterVersionAddsIsLeftOut() throws {
    let line = #"{"prepared":{"_0":{"format":"WAV","seconds":1.5,"gain":-2,"tempo":90}}}"#
    #expect(
      try JSONDecoder().decode(PreparationReport.self, from: Data(line.utf8))
        == .prepared(SoundFacts(format: .wav, title: nil, seconds: 1.5, gain: -2)))
  }

  /// Such a sound is prepared at the next look, when the daemon has the same version (`SoundProgram`).
  @Test(arguments: [
    #"{"prepared":{"_0":{"format":"Opus","seconds":1.5,"gain":-2}}}"#, #"{"refused":{"_0":"tooSad"}}"#,
    #"{"postponed":{}}"#,
  ])
  func whatCannotBeUnderstoodIsNoAnswer(line: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PreparationReport.self, from: Data(line.utf8)) }
  }

  /// Returns the names and values in a line, sorted.
  private func fields(_ line: Data) throws -> [String] {
    String(decoding: line, as: UTF8.self).split { "{},".contains($0) }.map(String.init).sorted()
  }
}
