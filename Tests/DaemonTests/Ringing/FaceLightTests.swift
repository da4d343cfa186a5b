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
    rig.face.use(readings: { Readings(illuminance: lux.value, before: lux.value) })
    rig.face.use(isLampLit: { isLampLit.value })
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
    rig.face.use(followLight: { asked.value.append($0) })
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
    rig.face.use(readings: { Readings(illuminance: 0, before: 0) })
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
    // At rest.
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
