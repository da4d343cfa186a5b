import AlarmClock
import Faces
import TestSupport
import Testing

@testable import Daemon

/// The predicted faces are the ones shown later.
@Suite struct ComingTests {
  private func coming(_ rig: MessageRig, _ count: Int = 5) -> [ClockFace.Coming] {
    rig.face.coming(after: rig.ledger.time.now, monotonic: rig.ledger.time.monotonic, count: count)
  }

  /// Returns the predictions as `+20 [22.11] 8`: seconds from now, text, brightness.
  private func told(_ rig: MessageRig, _ count: Int = 5) -> [String] {
    let now = rig.ledger.time.now
    return coming(rig, count).map { next in
      let level = next.face.brightness.map { "\($0)" } ?? "off"
      return "+\((next.at - now).components.seconds) [\(next.face.text)] \(next.content == nil ? "ring" : level)"
        + (next.isNight ? " night" : "")
    }
  }

  /// Checks that each prediction comes true and that nothing else is shown in between.
  private func follow(_ rig: MessageRig, _ count: Int = 8) {
    let told = coming(rig, count)
    #expect(told.count == count)
    for next in told {
      var last = rig.face.shown(at: rig.ledger.time.now, monotonic: rig.ledger.time.monotonic)
      while rig.ledger.time.now < next.at {
        last = rig.face.shown(at: rig.ledger.time.now, monotonic: rig.ledger.time.monotonic)
        rig.ledger.time.advance(by: min(last.holds, next.at - rig.ledger.time.now))
      }
      let seen = rig.face.shown(at: rig.ledger.time.now, monotonic: rig.ledger.time.monotonic)
      #expect(seen.face == next.face && seen.content == next.content, "told: \(next), seen: \(seen)")
      #expect(seen.face != last.face || seen.content != last.content)
    }
  }

  @Test func turnsAreToldWithoutEverySecond() async throws {
    let rig = try await MessageRig(try TemporaryFolder())
    try await rig.set(["turns": "alarm", "colon": "blink", "time-for": "20s", "turn-for": "4s"])
    rig.face.use(nextRing: { NamedRing(due: morning + .seconds(12 * 3600 + 1800)) })
    #expect(told(rig, 3) == ["+20 [ AL] 8", "+22 [19:30] 8", "+24 [07:00] 8"])
    follow(rig, 9)
    let plain = try await MessageRig(try TemporaryFolder())
    #expect(told(plain, 2) == ["+60 [07:01] 8", "+120 [07:02] 8"])
  }

  @Test func messagesAndTheTimeBetweenThemAreToldAsTheyAreSeen() async throws {
    let rig = try await MessageRig(try TemporaryFolder())
    try await rig.show("tea", for: "30s")
    try await rig.show("bin day", for: "1h")
    _ = rig.shown
    #expect(
      told(rig, 7) == [
        "+4 [07:00] 8", "+9 [tea] 8", "+14 [bin ] 8", "+19 [07:00] 8", "+24 [tea] 8", "+29 [bin ] 8", "+34 [07:00] 8",
      ])
    follow(rig, 12)
  }

  @Test func aTimerIsToldUntilItsEnd() async throws {
    let rig = try await MessageRig(try TemporaryFolder())
    rig.face.use(countdown: { .running(left: .seconds(65)) })
    #expect(told(rig) == ["+65 [ 0:00] 8"])
    try await rig.set(["flash": "off"])
    #expect(told(rig) == ["+65 [End] 8"])
  }

  @Test func brightnessAndThemeAreToldAndADarkNightToItsEnd() async throws {
    let rig = try await MessageRig(try TemporaryFolder())
    try await rig.set([
      "theme": "07:02-07:04", "night-brightness": "2", "brightness": "schedule",
      "brightness-schedule": "00:00 8, 07:01 5", "night-colon": "off",
    ])
    #expect(
      told(rig) == ["+60 [07:01] 5", "+120 [0702] 2 night", "+180 [0703] 2 night", "+240 [07:04] 5", "+300 [07:05] 5"])
    follow(rig, 6)
    let dark = try await MessageRig(try TemporaryFolder())
    try await dark.set(["theme": "day", "brightness": "schedule", "brightness-schedule": "06:00 off, 15:30 3"])
    let late = 8 * 3600 + 1800
    #expect(told(dark, 2) == ["+\(late) [15:30] 3", "+\(late + 60) [15:31] 3"])
    try await dark.set(["brightness": "off"])
    #expect(told(dark).isEmpty)
    dark.face.peek(at: dark.ledger.time.now, monotonic: dark.ledger.time.monotonic)
    #expect(told(dark) == ["+10 [] off"])
  }

  @Test func anAlarmIsToldAndNothingAfterIt() async throws {
    let rig = try await MessageRig(try TemporaryFolder())
    rig.face.use(nextRing: { NamedRing(due: morning + .seconds(90)) })
    #expect(told(rig) == ["+60 [07:0.1] 8", "+90 [07:01] ring"])
  }
}
