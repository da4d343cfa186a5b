import Faces
import Hardware
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct CalmFaceTests {
  private typealias Shown = (face: DisplayFace, for: Duration)

  /// Changes that make the display show something: one at a time, then all together.
  private static let scenes: [(name: String, change: @Sendable (MessageRig) async throws -> Void)] = [
    ("time", { _ in }), ("untrusted", { $0.face.set { $0.idle.isRight = false } }),
    ("miss", { $0.face.use(hasMisses: true) }),
    ("message", { try await $0.show("recycling and paper are out today", for: "1h") }),
    (
      "two messages",
      {
        try await $0.show("tea", for: "1h")
        try await $0.show("bring the bins in", for: "1h")
      }
    ),
    ("notice", { $0.face.notice("good", at: $0.ledger.time.monotonic) }),
    ("hint", { _ = $0.face.notice(.tooDark, at: $0.ledger.time.monotonic) }),
    ("timer", { $0.face.set { $0.countdown = { .running(left: .seconds(40)) } } }),
    ("timer that has ended", { $0.face.set { $0.countdown = { .ended(label: "") } } }),
    ("no timer", { $0.face.set { $0.countdown = { nil } } }),
    ("turns", { try await $0.set(["turns": "date,alarm,zones"]) }), ("colon", { try await $0.set(["colon": "blink"]) }),
    ("dim", { try await $0.set(["brightness": "2"]) }), ("dark", { try await $0.set(["brightness": "off"]) }),
    ("look", { $0.face.peek(at: $0.ledger.time.now, monotonic: $0.ledger.time.monotonic) }),
    ("look on", { $0.face.peek(at: $0.ledger.time.now, monotonic: $0.ledger.time.monotonic) }),
    ("bright", { try await $0.set(["brightness": "15"]) }),
    ("messages alone", { try await $0.set(["display": "message"]) }),
    ("clock alone", { try await $0.set(["display": "clock"]) }), ("off", { try await $0.set(["display": "off"]) }),
    ("normal", { try await $0.set(["display": "normal"]) }), ("night", { try await $0.set(["theme": "night"]) }),
    ("by schedule", { try await $0.set(["brightness": "schedule"]) }),
  ]

  private func shown(_ settings: KeyValuePairs<String, String>) async throws -> [(scene: String, shown: [Shown])] {
    let rig = try await MessageRig(try TemporaryFolder())
    let time = rig.ledger.time
    rig.face.set { $0.idle.nextRing = NamedRing(due: morning + .seconds(7200)) }
    try await rig.set(settings)
    let (outputs, ringer) = (FakeOutputs(), try RingRig([]).ringer)
    let runner = FaceRunner(face: rig.face, screen: outputs, time: time)
    var all: [(String, [Shown])] = []
    for (name, change) in Self.scenes {
      try await change(rig)
      var shown: [Shown] = []
      let end = time.monotonic + .seconds(40)
      while time.monotonic < end {
        let hold = min(runner.step(ringer), end - time.monotonic)
        let face = outputs.state.withLock { $0.face }
        if shown.last?.face == face { shown[shown.count - 1].for += hold } else { shown.append((face, hold)) }
        time.advance(by: hold)
      }
      all.append((name, shown))
    }
    return all
  }

  @Test func withoutMotionNothingScrollsOrFadesAndWithoutFlashesNothingBlinks() async throws {
    let moving = try await shown([:])
    // Usually some scenes do scroll, fade and blink; otherwise the checks below would prove nothing.
    #expect(moving.contains { $0.shown.contains(where: \.face.isBlinking) })
    #expect(moving.contains { $0.shown.contains { $0.for == MessagePass.pace } })
    #expect(moving.contains { $0.shown.contains { $0.for < .milliseconds(300) } })
    for (scene, shown) in try await shown(["motion": "off"]) {
      // Text stays long enough to read. The first and the last face may be cut off by the recording.
      for (face, length) in shown.dropFirst().dropLast() where face.text.contains(where: \.isLetter) {
        #expect(length >= .seconds(1), "\(scene): \(face) for \(length)")
      }
      let levels = shown.map { $0.face.brightness ?? -1 }
      #expect(zip(levels, levels.dropFirst()).filter { $0 != $1 }.count <= 4, "\(scene) fades: \(levels)")
      #expect(levels.allSatisfy { [-1, 1, 2, 8, 15].contains($0) }, "\(scene) fades: \(levels)")
    }
    for (scene, shown) in try await shown(["flash": "off"]) {
      #expect(shown.allSatisfy { !$0.face.isBlinking }, "\(scene) blinks")
      // Nothing disappears and returns within two seconds, not even the colon.
      for index in shown.indices.dropFirst(2) {
        let isBack = shown[index].face == shown[index - 2].face
        #expect(!isBack || shown[index - 1].for >= .seconds(2), "\(scene): \(shown[index - 1])")
      }
    }
  }

  /// A ten-minute ring in steps of 0.1 s, with its snooze card, its wake check and reading hints.
  @Test(arguments: [nil, ReadingHint.tooDark, .wrongCode], [false, true])
  func aRingThatIsNotToFlashIsSteady(hint: ReadingHint?, isLight: Bool) {
    let settings = Settings { $0.flashes = false }
    let face = ClockFace(settings)
    for flashes in [true, false] {
      let overrides = RingOverrides { $0.flashes = flashes }
      let alarm = Alarm(id: "aaaaaa", recurrence: .instant(morning), overrides: overrides)
      let ring = RingState(settings.plan(for: alarm), start: .zero)
      var texts: [String] = []
      for tick in 0..<6_000 {
        let now = Duration.milliseconds(100 * tick)
        let demand = ring.demand(at: now, devices: RingDevices())
        #expect(demand.isSteady && demand.isLit)
        let shown = face.ringing(
          [ring], at: morning + now, monotonic: now, isLit: demand.isLit, isSteady: demand.isSteady, hint: hint,
          isLight: isLight)
        #expect(!shown.isBlinking)
        if texts.last != shown.text { texts.append(shown.text) }
      }
      // One text per minute; with a hint or the display as a light, one text throughout.
      #expect(texts.count == (hint == nil && !isLight ? 10 : 1), "\(texts)")
    }
  }
}

@Suite struct ComingTests {
  private let rig: MessageRig

  init() async throws { rig = try await MessageRig(try TemporaryFolder()) }

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
    try await rig.set(["turns": "alarm", "colon": "blink", "time-for": "20s", "turn-for": "4s"])
    rig.face.set { $0.idle.nextRing = NamedRing(due: morning + .seconds(12 * 3600 + 1800)) }
    #expect(told(rig, 3) == ["+20 [ AL] 8", "+22 [19:30] 8", "+24 [07:00] 8"])
    follow(rig, 9)
    #expect(try await told(MessageRig(TemporaryFolder()), 2) == ["+60 [07:01] 8", "+120 [07:02] 8"])
  }

  @Test func messagesAndTheTimeBetweenThemAreToldAsTheyAreSeen() async throws {
    try await rig.show("tea", for: "30s")
    try await rig.show("bin day", for: "1h")
    _ = rig.shown
    #expect(
      told(rig, 7) == [
        "+4 [07:00] 8", "+9 [tea] 8", "+14 [bin ] 8", "+19 [07:00] 8", "+24 [tea] 8", "+29 [bin ] 8", "+34 [07:00] 8",
      ])
    follow(rig, 12)
  }

  @Test func anAlarmIsToldAndNothingAfterItAndATimerUntilItsEnd() async throws {
    rig.face.set { $0.idle.nextRing = NamedRing(due: morning + .seconds(90)) }
    #expect(told(rig) == ["+60 [07:0.1] 8", "+90 [07:01] ring"])
    rig.face.set { $0.idle.nextRing = nil }
    rig.face.set { $0.countdown = { .running(left: .seconds(65)) } }
    #expect(told(rig) == ["+65 [ 0:00] 8"])
    try await rig.set(["flash": "off"])
    #expect(told(rig) == ["+65 [End] 8"])
  }

  @Test func brightnessAndThemeAreToldAndADarkNightToItsEnd() async throws {
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
}
