import Testing

@testable import Sound

@Suite struct SpeechTests {
  /// Returns WAV data as espeak-ng writes it to a pipe, with meaningless lengths.
  private static func wav(_ samples: [Int16], rate: Int = 22_050, change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8]
  {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = Array("RIFF".utf8) + number(0x7FFF_F024, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
    bytes += number(1, 2) + number(rate, 4) + number(2 * rate, 4) + number(2, 2) + number(16, 2)
    bytes += Array("data".utf8) + number(0x7FFF_F000, 4) + samples.flatMap { number(Int($0), 2) }
    change(&bytes)
    return bytes
  }

  private static func words(_ count: Int) -> [Int16] { (0..<count).map { $0 % 50 < 25 ? 8000 : -8000 } }

  @Test func wordsAreReadWhateverTheHeaderSaysOfTheirLengthAndCutWhereTheyDoNotEnd() throws {
    let speech = try #require(Speech(wav: Self.wav(Self.words(22_050))))
    #expect(speech.length == .milliseconds(1250) || abs(speech.length / .milliseconds(1250) - 1) < 0.001)
    #expect(speech.samples.prefix(5000).allSatisfy { $0 == 0 })
    #expect(peak(speech.samples) == Speech.peak)
    let endless = try #require(Speech(wav: Self.wav(Self.words(8000 * (Speech.longest + 5)), rate: 8000)))
    #expect(endless.length <= .seconds(Speech.longest + 1))
  }

  static let bad: [(name: String, bytes: [UInt8])] = [
    ("nothing", []), ("no samples", wav([])), ("silence", wav([Int16](repeating: 3, count: 5000))),
    ("text", Array(String(repeating: "no sound at all ", count: 100).utf8)), ("half a sample", wav(words(900)) + [1]),
    ("stereo", wav(words(900)) { $0[22] = 2 }), ("8 bits", wav(words(900)) { $0[34] = 8 }),
    ("floats", wav(words(900)) { $0[20] = 3 }), ("no rate", wav(words(900), rate: 0)),
    ("too fast", wav(words(900), rate: 96_000)), ("frames of another size", wav(words(900)) { $0[32] = 4 }),
    ("another chunk", wav(words(900)) { $0[36] = 0x4C }), ("big-endian", wav(words(900)) { $0[3] = 0x58 }),
  ]

  @Test(arguments: bad.indices)
  func whatIsNoSpeechIsNone(index: Int) {
    #expect(Speech(wav: Self.bad[index].bytes) == nil, "\(Self.bad[index].name)")
  }

  @Test func everyCutOfItIsReadOrRefused() {
    let whole = Self.wav(Self.words(60))
    let read = whole.indices.filter { Speech(wav: Array(whole[..<$0])) != nil }
    #expect(read == (46..<whole.count).filter { $0 % 2 == 0 })
  }

  @Test(arguments: [8000, 22_050, 44_100, 48_000, 96_000])
  func itLastsAsLongAtEveryRateAndThenIsSilent(rate: Int) throws {
    let speech = try #require(Speech(wav: Self.wav(Self.words(22_050))))
    var source = SpeechSource(speech, rate: rate)
    var samples: [Float] = []
    while !source.isOver { samples += source.next(97) }
    #expect(abs(Double(samples.count) / Double(rate) - 1.25) < 0.02)
    // Cubic interpolation overshoots a little at the edges of a square wave.
    #expect(samples.allSatisfy { abs($0) <= 1.3 * Speech.peak })
    #expect(source.next(1000) == [Float](repeating: 0, count: 1000))
    #expect(abs(rises(samples) - 441) < 5)
  }
}
