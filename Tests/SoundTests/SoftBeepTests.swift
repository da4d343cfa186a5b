import Sound
import Testing

struct SoftBeepTests {
  @Test(arguments: [8000, 22_050, 44_100, 48_000, 192_000])
  func itSwellsFadesAndIsSilentThen(rate: Int) {
    var beep = SoftBeep(rate: rate)
    // In pieces, as a device requests them.
    var samples: [Float] = []
    while samples.count < rate { samples += beep.next(rate / 100 + 7) }
    let frames = rate * 24 / 100
    let turns = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    // 880 per second for 240 ms.
    #expect((209...213).contains(turns))
    #expect(samples[frames...].allSatisfy { $0 == 0 })
    // Softer than the tone that confirms a card, and without clicks at the ends.
    #expect((0.3...0.35).contains(samples.map(abs).max() ?? 0))
    #expect(abs(samples[1]) < 0.01 && abs(samples[frames - 2]) < 0.01)
  }
}
