import AlarmClock
import Machine
import Testing

/// How long a clock stays trusted after the kernel withdraws its synchronization.
struct LastSynchronizationTests {
  private static let (hour, day) = (Duration.seconds(3600), Duration.seconds(86_400))

  /// After `elapsed`, the time of day is off by `step`.
  @Test(arguments: [
    (elapsed: Duration.seconds(60), step: Duration.zero, isTrusted: true),
    (hour * 10, .zero, true), (hour * 10, .seconds(1), true), (hour * 10, .seconds(-1), true),
    (hour * 10, .seconds(3), false), (hour * 10, .seconds(-3), false), (hour * 10, hour, false),
    (day * 3, .zero, true), (day * 3 + .seconds(1), .zero, false),
  ]) func aClockThatNobodyHasSetIsRightForThreeDays(elapsed: Duration, step: Duration, isTrusted: Bool) {
    var last = LastSynchronization()
    #expect(last.trust(Self.trusted, at: Self.reading(.zero)) == Self.trusted)
    let trust = last.trust(Self.doubted, at: Self.reading(elapsed, step: step))
    #expect(trust.isTrusted == isTrusted)
    if !isTrusted { #expect(trust == Self.doubted) }
  }

  @Test func whatWasSetOnceIsNotTrustedAgainByBeingSetBack() {
    var last = LastSynchronization()
    _ = last.trust(Self.trusted, at: Self.reading(.zero))
    #expect(!last.trust(Self.doubted, at: Self.reading(.seconds(60), step: Self.hour)).isTrusted)
    #expect(!last.trust(Self.doubted, at: Self.reading(.seconds(120))).isTrusted)
    #expect(last.trust(Self.trusted, at: Self.reading(.seconds(180))).isTrusted)
    #expect(last.trust(Self.doubted, at: Self.reading(.seconds(240))).isTrusted)
  }

  @Test func aClockThatNeverWasSynchronizedIsNotTrusted() {
    var last = LastSynchronization()
    #expect(last.trust(Self.doubted, at: Self.reading(.zero)) == Self.doubted)
  }

  private static let trusted = ClockTrust(isTrusted: true, why: "the kernel says so")
  private static let doubted = ClockTrust(isTrusted: false, why: "the kernel does not say so")

  private static func reading(_ elapsed: Duration, step: Duration = .zero) -> ClockReading {
    ClockReading(now: Instant(seconds: 1_795_000_000) + elapsed + step, sinceBoot: Self.day + elapsed, boot: "a")
  }
}
