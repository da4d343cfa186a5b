import AlarmClock
import Hardware
import Testing

@testable import Daemon
@testable import Machine

/// The light readings that wake the display's thread, and the handling of old readings.
@Suite struct FaceSensorTests {
  private let rig: RingRig
  private let runner: FaceRunner
  private let readings: SensorReadings
  private let follows = Box<[Bool]>([])

  init() throws {
    rig = try RingRig()
    let runner = FaceRunner(face: rig.face, screen: rig.outputs, time: rig.time)
    let readings = SensorReadings { runner.readingsChanged(isLight: $0) }
    (self.runner, self.readings) = (runner, readings)
    rig.face.use(readings: { readings.latest })
    // `Sensors` drops the old reading in the same way.
    let follows = follows
    rig.face.use(followLight: { isFollowed in
      let isNew = follows.value.last != isFollowed
      if isNew { follows.value.append(isFollowed) }
      if isNew, isFollowed { readings.set(illuminance: nil) }
    })
  }

  private var level: Int? { rig.shown.brightness }
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
    // Changes that matter still show at once.
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
    rig.face.use(followLight: { [time = rig.time, readings] _ in
      if time.monotonic - start > SensorThread.longestCall { readings.set(illuminance: nil) }
    })
    while rig.time.monotonic - start < .seconds(120), found == nil {
      rig.time.advance(by: runner.step(rig.ringer))
      if rig.face.basis(at: rig.time.now, monotonic: rig.time.monotonic).light.reason == .sensorLost {
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
    _ = runner.step(rig.ringer)
    #expect(level == nil && follows.value == [false])
    rig.time.advance(by: .seconds(50))
    // The room went dark ten seconds ago, and no reading has come since.
    runner.peek(rig.ringer)
    #expect(follows.value == [false, true], "it is asked at once")
    _ = runner.step(rig.ringer)
    #expect(level == 0)
    rig.time.advance(by: .milliseconds(300))
    readings.set(illuminance: 0.1)
    _ = runner.step(rig.ringer)
    #expect(level == 0)
    rig.time.advance(by: Peek.length)
    _ = runner.step(rig.ringer)
    #expect(level == nil && follows.value == [false, true, false])
    // In daylight, too, the peek starts dark until a reading comes.
    runner.peek(rig.ringer)
    _ = runner.step(rig.ringer)
    #expect(level == 0)
    let before = asked
    readings.set(illuminance: 300)
    #expect(asked == before + 1)
    _ = runner.step(rig.ringer)
    #expect(level == 12)
  }

  @Test func aPeekByTheThemeOfTheLightBeginsAsByNight() {
    rig.set { ($0.face.moves, $0.face.theme, $0.face.mode) = (false, .light, .off) }
    rig.set { ($0.dimming, $0.nightDimming) = (.fixed(12), .fixed(1)) }
    readings.set(illuminance: 300)
    _ = runner.step(rig.ringer)
    runner.peek(rig.ringer)
    _ = runner.step(rig.ringer)
    #expect(level == 1)
    readings.set(illuminance: 300)
    _ = runner.step(rig.ringer)
    #expect(level == 12)
  }

  @Test func withoutASensorAPeekIsAsBrightAsTheScheduleAtOnce() {
    rig.set { ($0.dimming, $0.face.mode, $0.face.moves) = (.automatic, .off, false) }
    let scheduled = rig.face.basis(at: rig.time.now, monotonic: rig.time.monotonic).light
    #expect(scheduled.reason == .sensorLost)
    runner.peek(rig.ringer)
    _ = runner.step(rig.ringer)
    #expect(level == scheduled.level)
  }
}
