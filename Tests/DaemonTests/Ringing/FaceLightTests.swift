import Faces
import Hardware
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

/// The brightness of the idle face by room light, hour and night theme, and when the light sensor is read.
@Suite struct FaceLightTests {
  private let rig: RingRig
  private let lux = Box<Double?>(nil)
  private let isLampLit = Box(false)

  init() throws {
    rig = try RingRig()
    let (lux, isLampLit) = (lux, isLampLit)
    rig.face.set { $0.readings = { Readings(illuminance: lux.value, before: lux.value) } }
    rig.face.set { $0.isLampLit = { isLampLit.value } }
  }

  private func level(_ milliseconds: Int) -> Int? {
    let elapsed = Duration.milliseconds(milliseconds)
    return rig.face.idle(at: morning + elapsed, monotonic: rig.time.monotonic + elapsed).brightness
  }

  @Test func theLampsOwnLightIsNotTheRooms() {
    rig.set { $0.dimming = .automatic }
    lux.value = 0
    #expect(level(0) == 0)
    isLampLit.value = true
    lux.value = 500
    for second in 1...10 { #expect(level(second * 1_000) == 0) }
  }

  @Test(arguments: [FaceSettings.ThemeChoice.day, .light])
  func theLightOfARingThatHasEndedIsNotTheRooms(theme: FaceSettings.ThemeChoice) {
    rig.set { settings in
      (settings.dimming, settings.nightDimming) = (.automatic, .fixed(0))
      settings.face.theme = theme
    }
    lux.value = 0
    #expect(level(0) == 0)
    let ring = RingState(Settings().plan(for: Alarm(id: "a", recurrence: .instant(morning))), start: .zero)
    _ = rig.face.ringing([ring], at: morning, monotonic: rig.time.monotonic, isLit: true)
    lux.value = 500
    for eighth in 480...508 { #expect(level(eighth * 125) == 0) }
    #expect(level(64_000) == 0)
    #expect(level(66_000) == 12)
  }

  @Test func theNightHasABrightnessOfItsOwn() {
    rig.set { settings in
      settings.dimming = .fixed(9)
      settings.face.theme = .night
    }
    #expect(level(0) == 9)
    rig.set { $0.nightDimming = .fixed(1) }
    #expect(level(0) == 1)
    rig.set { $0.face.theme = .day }
    #expect(level(0) == 9)
  }

  static let following: [(change: @Sendable (inout Settings) -> Void, isFollowed: Bool)] = [
    ({ _ in }, false), ({ $0.dimming = .automatic }, true), ({ $0.nightDimming = .automatic }, false),
    ({ ($0.nightDimming, $0.face.theme) = (.automatic, .night) }, true),
    ({ ($0.dimming, $0.face.mode) = (.automatic, .off) }, false),
    ({ $0.face.theme = .light }, true), ({ $0.dimming = .schedule }, false),
  ]

  @Test(arguments: following)
  func theSensorIsAskedOftenWhereTheFaceGoesByIt(change: @Sendable (inout Settings) -> Void, isFollowed: Bool) {
    let asked = Box<[Bool]>([])
    rig.face.set { $0.followLight = { asked.value.append($0) } }
    rig.set(change)
    #expect(rig.face.askForLight(at: rig.time.monotonic) == isFollowed)
    rig.set { $0 = Settings() }
    rig.face.askForLight(at: rig.time.monotonic)
    #expect(asked.value == [isFollowed, false])
  }
}

/// A ring, its hints and the request for a card are at full brightness, however dark the display is otherwise.
@Suite struct RingingLightTests {
  static let darknesses: [(name: String, change: @Sendable (inout Settings) -> Void)] = [
    ("off", { $0.dimming = .fixed(nil) }),
    ("the lowest", { $0.dimming = .fixed(0) }),
    ("off by night", { ($0.face.theme, $0.nightDimming) = (.night, .fixed(nil)) }),
    ("auto in the dark", { $0.dimming = .automatic }),
    ("auto in the dark, which is off", { ($0.dimming, $0.lightLevels) = (.automatic, darkLevels) }),
    ("no display", { ($0.face.mode, $0.dimming) = (.off, .fixed(0)) }),
  ]

  private static let darkLevels = LightLevels([.init(tenths: 10, level: nil), .init(tenths: 100, level: 2)])

  @Test(arguments: darknesses)
  func ringsAndTheCardThatIsAskedForAreAsBrightAsCanBeAndASnoozeIsNot(
    name: String, change: @Sendable (inout Settings) -> Void
  ) throws {
    let rig = try RingRig()
    rig.set(change)
    rig.face.set { $0.readings = { Readings(illuminance: 0, before: 0) } }
    let idle = rig.face.idle(at: rig.time.now, monotonic: rig.time.monotonic)
    #expect(idle.brightness ?? 0 == 0, "\(name)")
    rig.ringer.begin([OpenRing(rig.ring())])
    #expect(rig.shown.brightness == ClockFace.ringBrightness)
    let rings = rig.ringer.current.map(\.state)
    for hint in [nil] + ReadingHint.allCases.map(Optional.some) {
      for (isLit, isLight) in [(true, false), (false, false), (false, true)] {
        let face = rig.face.ringing(
          rings, at: rig.time.now, monotonic: rig.time.monotonic, isLit: isLit, hint: hint, isLight: isLight)
        #expect(face.brightness == ClockFace.ringBrightness)
      }
    }
    let until = rig.time.now + .seconds(30)
    func faces(_ rest: RingProgress.Rest) -> [DisplayFace] {
      let ring = rig.ring { ($0.snoozes, $0.wakeCheck) = (2, .seconds(600)) }
      let state = RingState(
        ring.plan, progress: RingProgress(began: morning, isTrusted: true, snoozes: 1, rest: rest), now: rig.time.now,
        monotonic: rig.time.monotonic)
      return (0..<30).flatMap { second in
        [true, false].map { isLit in
          let elapsed = Duration.seconds(second)
          return rig.face.ringing(
            [state], at: rig.time.now + elapsed, monotonic: rig.time.monotonic + elapsed, isLit: isLit)
        }
      }
    }
    let asking = faces(.wakeCheck(until: until)).filter { $0.text == ClockFace.askingText }
    #expect(!asking.isEmpty && asking.allSatisfy { $0.brightness == ClockFace.ringBrightness })
    #expect(faces(.snooze(until: until)).allSatisfy { $0.brightness ?? 0 == 0 })
  }
}

/// The light readings that wake the display's thread, and the handling of old readings.
@Suite struct FaceSensorTests {
  private let rig: RingRig
  private let runner: FaceRunner
  private let readings: SensorReadings
  private let follows = Box<[Bool]>([])

  init() throws {
    rig = try RingRig()
    let runner = FaceRunner(face: rig.face, screen: rig.outputs, time: rig.time)
    let readings = SensorReadings { runner.note(.readingsChanged(isLight: $0)) }
    (self.runner, self.readings) = (runner, readings)
    rig.face.set { $0.readings = { readings.latest } }
    // `Sensors` drops the old reading in the same way.
    let follows = follows
    rig.face.set {
      $0.followLight = { isFollowed in
        let isNew = follows.value.last != isFollowed
        if isNew { follows.value.append(isFollowed) }
        if isNew, isFollowed { readings.set(illuminance: nil) }
      }
    }
  }

  private var level: Int? { rig.shown.brightness }

  /// Lets the display's thread look; returns the brightness then.
  private func stepped() -> Int? {
    _ = runner.step(rig.ringer)
    return level
  }

  private var asked: Int { rig.outputs.state.withLock { $0.asked } }

  /// Simulates one reading per second; the display's thread looks when notified or due. Returns the number of looks.
  @discardableResult
  private func run(seconds: Int, _ lux: (_ second: Int) -> Double?) -> Int {
    var (looks, before) = (0, asked)
    var next = runner.step(rig.ringer)
    for second in 0..<seconds {
      readings.set(illuminance: lux(second))
      for _ in 0..<20 {
        if asked != before || next <= .zero {
          looks += 1
          before = asked
          next = runner.step(rig.ringer)
        }
        rig.time.advance(by: .milliseconds(50))
        next -= .milliseconds(50)
      }
    }
    return looks
  }

  static let followers: [@Sendable (inout Settings) -> Void] = [
    { $0.dimming = .automatic },
    { ($0.face.theme, $0.nightDimming, $0.dimming) = (.light, .fixed(0), .fixed(12)) },
    { ($0.face.theme, $0.nightDimming, $0.dimming) = (.light, .fixed(0), .automatic) },
  ]

  @Test("a sensor that says something else each second wakes the display for none of it", arguments: followers)
  func noiseWakesNobody(follow: @Sendable (inout Settings) -> Void) {
    rig.set { $0.face.moves = false }
    rig.set(follow)
    run(seconds: 20) { $0.isMultiple(of: 2) ? 300 : 310 }
    #expect(level == 12)
    // One look per minute change, and one to check that the sensor still answers.
    let looks = run(seconds: 120) { 300 + Double($0 % 7) * 5 }
    #expect(looks <= 16, "\(looks) looks")
    let dark = run(seconds: 5) { _ in 0.2 }
    #expect(level == 0 && dark <= 12)
    run(seconds: 5) { _ in 300 }
    #expect(level == 12)
  }

  @Test func whatElseSensorsSayIsShownAtOnce() {
    _ = runner.step(rig.ringer)
    let before = asked
    readings.set(illuminance: 3)
    #expect(asked == before, "nothing goes by the light")
    readings.set(temperature: 21, humidity: nil)
    readings.set(strain: BoardStrain(isPowerLow: true), at: morning)
    #expect(asked == before + 2)
  }

  @Test func aSensorThatHangsIsFoundSoonAndThenTheScheduleHolds() throws {
    rig.set { ($0.face.moves, $0.dimming) = (false, .automatic) }
    run(seconds: 20) { _ in 300 }
    #expect(level == 12)
    // From now on the sensor is silent, and nothing reports that.
    let start = rig.time.monotonic
    var found: Duration?
    rig.face.set {
      $0.followLight = { [time = rig.time, readings] _ in
        if time.monotonic - start > SensorThread.longestCall { readings.set(illuminance: nil) }
      }
    }
    while rig.time.monotonic - start < .seconds(120), found == nil {
      rig.time.advance(by: runner.step(rig.ringer))
      if rig.face.basis(of: rig.face.inputs.idle, at: rig.time.now, monotonic: rig.time.monotonic).light.reason
        == .sensorLost
      {
        found = rig.time.monotonic - start
      }
    }
    #expect(try #require(found) <= .seconds(25), "\(String(describing: found))")
  }

  @Test("a look at a dark display begins as in the dark, and is as bright as the room once that is measured")
  func aPeekMeasuresTheLightAnew() {
    rig.set { ($0.face.moves, $0.dimming, $0.face.mode) = (false, .automatic, .off) }
    readings.set(illuminance: 300)
    readings.set(illuminance: 301)
    #expect(stepped() == nil && follows.value == [false])
    rig.time.advance(by: .seconds(50))
    // The room went dark ten seconds ago, and no reading has come since.
    runner.peek(rig.ringer)
    #expect(follows.value == [false, true], "it is asked at once")
    #expect(stepped() == 0)
    rig.time.advance(by: .milliseconds(300))
    readings.set(illuminance: 0.1)
    #expect(stepped() == 0)
    rig.time.advance(by: Peek.length)
    #expect(stepped() == nil && follows.value == [false, true, false])
    // In daylight, too, the peek starts dark until a reading comes.
    runner.peek(rig.ringer)
    #expect(stepped() == 0)
    let before = asked
    readings.set(illuminance: 300)
    #expect(asked == before + 1)
    #expect(stepped() == 12)
  }

  @Test func aPeekByTheThemeOfTheLightBeginsAsByNight() {
    rig.set { ($0.face.moves, $0.face.theme, $0.face.mode) = (false, .light, .off) }
    rig.set { ($0.dimming, $0.nightDimming) = (.fixed(12), .fixed(1)) }
    readings.set(illuminance: 300)
    _ = runner.step(rig.ringer)
    runner.peek(rig.ringer)
    #expect(stepped() == 1)
    readings.set(illuminance: 300)
    #expect(stepped() == 12)
  }

  @Test func withoutASensorAPeekIsAsBrightAsTheScheduleAtOnce() {
    rig.set { ($0.dimming, $0.face.mode, $0.face.moves) = (.automatic, .off, false) }
    let scheduled = rig.face.basis(of: rig.face.inputs.idle, at: rig.time.now, monotonic: rig.time.monotonic).light
    #expect(scheduled.reason == .sensorLost)
    runner.peek(rig.ringer)
    #expect(stepped() == scheduled.level)
  }
}
