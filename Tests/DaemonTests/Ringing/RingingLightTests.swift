import Faces
import Hardware
import Testing

@testable import AlarmClock
@testable import Daemon

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

  private func rig(_ index: Int) throws -> RingRig {
    let rig = try RingRig()
    rig.set(Self.darknesses[index].change)
    rig.face.use(readings: { Readings(illuminance: 0, before: 0) })
    let idle = rig.face.idle(at: rig.time.now, monotonic: rig.time.monotonic)
    #expect(idle.brightness ?? 0 == 0)
    return rig
  }

  @Test(arguments: darknesses.indices)
  func aRingAndItsHintsAreAsBrightAsCanBe(index: Int) throws {
    let rig = try rig(index)
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
  }

  @Test(arguments: darknesses.indices)
  func theCardThatIsAskedForIsAsBrightAsCanBeAndASnoozeIsNot(index: Int) throws {
    let rig = try rig(index)
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
