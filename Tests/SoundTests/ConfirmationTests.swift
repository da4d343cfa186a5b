import Sound
import Testing

/// The sounds that confirm something.
@Suite struct ConfirmationTests {
  static let rates = [8000, 22_050, 44_100, 48_000, 192_000]

  /// Returns a second in pieces, as a device requests them.
  private func second(_ rate: Int, _ next: (Int) -> [Float]) -> [Float] {
    var samples: [Float] = []
    while samples.count < rate { samples += next(rate / 100 + 7) }
    return samples
  }

  @Test(arguments: rates)
  func theRisingToneRisesByAnOctaveAndIsSilentThen(rate: Int) {
    var tone = RisingTone(rate: rate)
    let samples = second(rate) { tone.next($0) }
    let frames = rate * 33 / 100
    let (first, last) = (samples[..<(frames / 5)], samples[(frames * 4 / 5)..<frames])
    let pitches = [first, last].map { Double(rises($0)) * Double(rate) / Double($0.count) }
    #expect((650...800).contains(pitches[0]) && (1100...1350).contains(pitches[1]), "\(pitches) Hz")
    #expect(samples[(frames + 1)...].allSatisfy { $0 == 0 })
    #expect(samples.allSatisfy { abs($0) <= 0.5 })
    #expect(abs(samples[1]) < 0.05 && abs(samples[frames - 2]) < 0.05)
  }

  @Test(arguments: rates)
  func theSoftBeepSwellsFadesAndIsSilentThen(rate: Int) {
    var beep = SoftBeep(rate: rate)
    let samples = second(rate) { beep.next($0) }
    let frames = rate * 24 / 100
    // 880 per second for 240 ms.
    #expect((209...213).contains(rises(samples)))
    #expect(samples[frames...].allSatisfy { $0 == 0 })
    // Softer than the tone that confirms a card, and without clicks at the ends.
    #expect((0.3...0.35).contains(peak(samples)))
    #expect(abs(samples[1]) < 0.01 && abs(samples[frames - 2]) < 0.01)
  }
}
