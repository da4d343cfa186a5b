import Home
import TestSupport
import Testing

struct BackOffTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func waitsGrowFromASecondToFiveMinutesWithJitter(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var backOff = BackOff()
    for full in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300] {
      let wait = backOff.next(using: &generator)
      #expect(wait >= .milliseconds(full * 500) && wait <= .seconds(full), "\(wait) of \(full) s")
    }
    // Two clocks do not come back together.
    var (one, other) = (SeededGenerator(state: 1), SeededGenerator(state: 2))
    var (left, right) = (BackOff(), BackOff())
    #expect(left.next(using: &one) != right.next(using: &other))
  }

  /// The seconds that a connection lasted, or `nil` if it was never made.
  @Test(arguments: [(nil, 4), (59, 4), (60, 1), (3600, 1)])
  func onlyALineThatHeldBeginsAnew(seconds: Int?, nextFull: Int) {
    var generator = SeededGenerator(state: 3)
    var backOff = BackOff()
    _ = backOff.next(using: &generator)
    _ = backOff.next(using: &generator)
    backOff.ended(after: seconds.map { .seconds($0) })
    let wait = backOff.next(using: &generator)
    #expect(wait >= .milliseconds(nextFull * 500) && wait <= .seconds(nextFull))
  }
}
