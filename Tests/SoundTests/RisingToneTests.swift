import Sound
import Testing

struct RisingToneTests {
  /// Returns the upward zero crossings per second.
  private func pitch(_ samples: ArraySlice<Float>, rate: Int) -> Double {
    let turns = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(turns) * Double(rate) / Double(samples.count)
  }

  @Test(arguments: [8000, 22_050, 44_100, 48_000, 192_000])
  func itRisesByAnOctaveAndIsSilentThen(rate: Int) {
    var tone = RisingTone(rate: rate)
    // In pieces, as a device requests them.
    var samples: [Float] = []
    while samples.count < rate { samples += tone.next(rate / 100 + 7) }
    let frames = rate * 33 / 100
    let (first, last) = (
      pitch(samples[..<(frames / 5)], rate: rate), pitch(samples[(frames * 4 / 5)..<frames], rate: rate)
    )
    #expect((650...800).contains(first) && (1100...1350).contains(last), "\(first) Hz, \(last) Hz")
    #expect(samples[(frames + 1)...].allSatisfy { $0 == 0 })
    #expect(samples.allSatisfy { abs($0) <= 0.5 })
    #expect(abs(samples[1]) < 0.05 && abs(samples[frames - 2]) < 0.05)
  }
}
