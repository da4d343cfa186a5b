import AlarmClock
import Testing

@Suite struct InstantTests {
  @Test func arithmeticSaturatesNeverTrapsAndIsExactAcrossTheWholeRange() {
    let longest = Duration.seconds(Int64.max) + .seconds(Int64.max)
    for instant in [Instant.min, Instant(nanoseconds: -1), Instant(nanoseconds: 0), .max] {
      #expect(instant + longest == .max)
      #expect(instant - longest == .min)
      #expect(instant + (.zero - longest) == .min)
      #expect(instant - (.zero - longest) == .max)
    }
    #expect(Instant.max + .nanoseconds(1) == .max)
    #expect(Instant.min - .nanoseconds(1) == .min)
    #expect(Instant(nanoseconds: -1) - .nanoseconds(Int64.min) == .max)
    #expect(Instant(nanoseconds: -2) - .nanoseconds(Int64.min) == Instant(nanoseconds: .max - 1))
    #expect(Instant(seconds: .max) == .max)
    #expect(Instant(seconds: .min) == .min)
    #expect(Instant.min + (Instant.max - Instant.min) == .max)
    #expect(Instant.max - Instant.min == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    #expect(Instant(seconds: 5) - Instant(nanoseconds: 1) == .nanoseconds(4_999_999_999))
  }

  @Test(arguments: [(0, 0), (1, 0), (999_999_999, 0), (1_000_000_000, 1), (-1, -1), (-1_000_000_000, -1)])
  func secondsRoundTowardsThePast(nanoseconds: Int64, seconds: Int64) {
    #expect(Instant(nanoseconds: nanoseconds).seconds == seconds)
  }
}
