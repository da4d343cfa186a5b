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

  @Test func darknessBringsTheNightLevelWithinThreeSecondsAndLightTheOther() {
    rig.set { $0.dimming = .automatic }
    lux.value = 300
    #expect(level(0) == 12)
    lux.value = 0
    let levels = stride(from: 1_000, through: 4_000, by: 250).map(level)
    #expect(levels.last == 0)
    #expect(Set(levels) == [12, 0], "no step between them, and none back")
    lux.value = 300
    #expect(level(5_000) == 0)
    #expect(level(8_000) == 12)
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
