import AlarmClock
import Glibc
import TestSupport
import Testing

@testable import Faces

@Suite struct DimmerLightTests {
  /// A room with a sensor that the dimmer reads when the value changes and when it asked to.
  private struct Room {
    var settings = Settings()
    var dimmer = Dimmer()
    /// Milliseconds.
    var now = 0
    var wake = 0
    var reading: Double?
    var before: Double?
    var isLampLit = false
    /// When the lamp goes out, unnoticed.
    var lampEnd: Int?
    var told: Dimmer.Target?
    var changes: [(at: Int, level: Int?)] = []

    init() { settings.dimming = .automatic }

    mutating func look() {
      let moment = Dimmer.Moment(
        now: Instant(seconds: 1_795_000_000) + .milliseconds(now), monotonic: .milliseconds(now), zone: .utc)
      let target = dimmer.target(
        for: settings.dimming, of: settings, at: moment, readings: Readings(illuminance: reading, before: before),
        isLampLit: isLampLit)
      if let told, told.level != target.level { changes.append((now, target.level)) }
      told = target
      wake = now + max(1, Int((target.holds / .milliseconds(1)).rounded(.up)))
    }

    /// Advances the time; the sensor measures `light` every `interval` milliseconds.
    mutating func run(for span: Int, every interval: Int = 1000, light: (_ at: Int) -> Double?) {
      let end = now + span
      var nextReading = now
      while now < end {
        if let lampEnd, now >= lampEnd { isLampLit = false }
        if now >= nextReading {
          nextReading += interval
          let read = light(now)
          let old = (reading, before)
          (reading, before) = (read, read == nil ? nil : reading)
          if old != (reading, before) || told == nil { look() }
        }
        if now >= wake { look() }
        now += 10
      }
    }
  }

  @Test("from light to dark and back in one step, within three seconds", arguments: [0, 250, 500, 990])
  func itFollowsInOneStep(phase: Int) {
    var room = Room()
    room.run(for: 5000 + phase) { _ in 300 }
    #expect(room.told?.level == 12)
    for (light, level) in [(0.2, 0), (300.0, 12), (20.0, 4), (0.2, 0)] {
      let start = room.now
      room.changes = []
      room.run(for: 10_000 - phase) { _ in light }
      #expect(room.changes.map(\.level) == [level])
      #expect(room.changes.allSatisfy { $0.at - start <= 3000 }, "\(room.changes)")
    }
  }

  @Test func theDarkestLevelMayBeOff() throws {
    var room = Room()
    try room.settings.set(.lightLevels, to: "1:off 10:2", knownSounds: [])
    room.run(for: 5000) { _ in 8 }
    #expect(room.told?.level == 2)
    room.run(for: 5000) { _ in 0.5 }
    #expect(room.told?.level == .some(nil))
  }

  @Test("a car's headlights change nothing", arguments: [100, 700, 1000, 1100])
  func headlightsChangeNothing(length: Int) {
    var room = Room()
    room.run(for: 60_000, every: 100) { at in at % 9000 < length ? 400 : 0.2 }
    // The first value it saw was the car.
    #expect(room.changes.count <= 1)
    #expect(room.told?.level == 0)
  }

  @Test("nor do headlights of a second, however long the chip measures", arguments: [0, 160, 900])
  func headlightsBeforeASlowChipChangeNothing(measuring: Int) {
    let period = 1000 + measuring
    for phase in stride(from: 0, to: period, by: 50) {
      var room = Room()
      room.run(for: 3000) { _ in 0.2 }
      let car = 8000 + phase..<9000 + phase
      room.run(for: 20_000, every: period) { at in 0.2 + Self.measured(at, measuring) { car.contains($0) ? 400 : 0 } }
      #expect(room.changes.isEmpty && room.told?.level == 0, "\(phase): \(room.changes)")
    }
  }

  /// How long a car's light is visible, and how long the chip measures, in milliseconds.
  static let cars: [(length: Int, measuring: Int)] = [1000, 1500, 2000, 3000].flatMap { length in
    [0, 160, 900].map { (length, $0) }
  }

  /// A passing car's light grows and fades. It looks like a lamp's only if two measurements are equally far from its
  /// middle.
  @Test("cars of one to three seconds are seldom followed", arguments: cars)
  func slowCarsAreSeldomFollowed(length: Int, measuring: Int) {
    let period = 1000 + measuring
    let phases = Array(stride(from: 0, to: period, by: 50))
    var (followed, days) = (0, 0)
    for phase in phases {
      var (room, watch, isDay) = (Room(), DarknessWatch(), false)
      room.run(for: 3000) { _ in 0.2 }
      let start = 8000 + phase
      var before: Double? = 0.2
      room.run(for: 20_000, every: period) { at in
        let lux =
          0.2
          + Self.measured(at, measuring) { moment in
            guard (start..<start + length).contains(moment) else { return 0 }
            let wave = sin(Double(moment - start) / Double(length) * .pi)
            return 400 * wave * wave
          }
        _ = watch.look(at: Readings(illuminance: lux, before: before), .milliseconds(at))
        before = lux
        isDay = isDay || watch.isDark == false
        return lux
      }
      followed += room.changes.isEmpty ? 0 : 1
      days += isDay ? 1 : 0
      #expect(room.told?.level == 0, "\(phase): it is dark again")
    }
    let most = phases.count / (length > 2000 ? 5 : 10)
    #expect(followed <= most && days <= most, "\(followed) and \(days) of \(phases.count)")
  }

  /// Headlights that stay, or clouds, count in the end.
  @Test func unsteadyLightIsFollowedWhenItHasLasted() {
    var (room, draws) = (Room(), SeededGenerator(state: 4))
    room.run(for: 5000) { _ in 0.2 }
    room.run(for: 8000) { at in at / 1000 % 2 == 0 ? 200 : 320 * Double.random(in: 1...1.1, using: &draws) }
    #expect(room.changes.count >= 1 && room.told?.level == 12, "\(room.changes)")
    #expect((4500...6500).contains((room.changes.first?.at ?? 0) - 5000))
  }

  @Test("until the light is measured anew it is as in the dark, and then at once as it should be")
  func startingOverIsLow() throws {
    var room = Room()
    room.run(for: 5000) { _ in 300 }
    room.dimmer.startOver(at: .milliseconds(room.now))
    (room.reading, room.before) = (nil, nil)
    room.look()
    #expect(room.told?.level == 0 && room.told?.reason == .unmeasured && room.told?.holds == .seconds(3))
    var other = room
    room.reading = 20
    room.look()
    #expect(room.told?.level == 4 && room.told?.reason == .light(lux: 20))
    try other.settings.set(.brightnessSchedule, to: "00:00 3", knownSounds: [])
    other.now += 3000
    other.look()
    #expect(other.told?.level == 3 && other.told?.reason == .sensorLost)
  }

  /// Returns a chip's reading, the mean over its measuring time.
  private static func measured(_ at: Int, _ measuring: Int, _ light: (_ at: Int) -> Double) -> Double {
    let moments = Array(stride(from: at - measuring, through: at, by: 10))
    return moments.map(light).reduce(0, +) / Double(moments.count)
  }

  @Test("at an edge it does not flicker", arguments: [0.95, 1.8, 3.2, 10.5, 28.0, 95.0])
  func atAnEdgeItDoesNotFlicker(lux: Double) {
    var (room, draws) = (Room(), SeededGenerator(state: 1))
    room.run(for: 3_600_000) { _ in lux * Double.random(in: 0.92...1.08, using: &draws) }
    #expect(room.changes.isEmpty)
  }

  @Test("its own light does not lift it step by step", arguments: [0.1, 0.3, 1.0, 3.0])
  func itsOwnLightDoesNotLiftIt(luxALevel: Double) {
    for ambient in [0.1, 1.0, 5.0, 30.0] {
      var room = Room()
      var own = 0.0
      var steps: [Int] = []
      for _ in 0..<600 {
        room.run(for: 1000) { _ in ambient + own }
        let level = room.told?.level ?? 0
        if steps.last != level { steps.append(level) }
        own = Double(level) * luxALevel
      }
      #expect(steps == steps.sorted() && steps.count <= 4, "\(ambient) lx: \(steps)")
    }
  }

  @Test("what a slow chip saw of a light of the clock is not followed", arguments: [0, 160, 900])
  func theAfterglowIsNotFollowed(measuring: Int) {
    let period = 1000 + measuring
    for phase in stride(from: 0, to: period, by: 50) {
      var room = Room()
      room.run(for: 3000) { _ in 0.2 }
      let end = 10_000 + phase
      (room.isLampLit, room.lampEnd) = (true, end)
      // The lamp takes half a second to go out.
      room.run(for: 30_000, every: period) { at in
        0.2 + Self.measured(at, measuring) { 500 - min(500, max(0, Double($0 - end))) }
      }
      #expect(room.changes.isEmpty && room.told?.level == 0, "\(phase): \(room.changes)")
    }
  }

  @Test("a sensor that is lost leaves the schedule, and a word")
  func aLostSensorLeavesTheSchedule() throws {
    var room = Room()
    try room.settings.set(.brightnessSchedule, to: "00:00 3", knownSounds: [])
    room.run(for: 5000) { _ in 300 }
    room.run(for: 9000) { _ in nil }
    #expect(room.told?.level == 12 && room.told?.reason == .light(lux: 300))
    room.run(for: 3000) { _ in nil }
    #expect(room.told?.level == 3 && room.told?.reason == .sensorLost)
    room.run(for: 5000) { _ in 300 }
    #expect(room.told?.level == 12 && room.told?.reason == .light(lux: 300))
  }

  @Test func whatPeopleChangeIsFollowedAtOnce() throws {
    var room = Room()
    room.run(for: 1000) { _ in 300 }
    try room.settings.set(.lightLevels, to: "1:1 100:2", knownSounds: [])
    room.look()
    #expect(room.told?.level == 2)
    room.settings.dimming = .fixed(9)
    room.look()
    #expect(room.told?.level == 9 && room.told?.reason == .chosen)
  }

  @Test("in 1,000 random walks of light the level changes at most once in two seconds, and comes to rest")
  func randomWalksOfLight() throws {
    var total = 0
    for seed in 0..<1000 {
      var (room, draws) = (Room(), SeededGenerator(state: UInt64(seed)))
      if seed.isMultiple(of: 3) { try room.settings.set(.lightLevels, to: "0.5:off 1:0 4:9 90:15", knownSounds: []) }
      var lux = 10.0
      room.run(for: 60_000, every: [100, 333, 1000][seed % 3]) { _ in
        switch Int.random(in: 0..<20, using: &draws) {
        case 0: lux = Double.random(in: 0...1000, using: &draws)
        case 1: lux = 0
        case 2 where seed.isMultiple(of: 5): return nil
        default: lux *= Double.random(in: 0.6...1.65, using: &draws)
        }
        lux = min(lux, 100_000)
        return lux
      }
      total += room.changes.count
      let gaps = zip(room.changes, room.changes.dropFirst()).map { $1.at - $0.at }
      #expect(gaps.allSatisfy { $0 >= 2000 }, "seed \(seed): \(room.changes)")
      room.changes = []
      let start = room.now
      room.run(for: 20_000) { _ in 0 }
      #expect(room.changes.count <= 2 && room.changes.allSatisfy { $0.at - start <= 4000 }, "seed \(seed)")
      #expect(
        room.told?.level == ScheduleCourse.level(of: room.settings.lightLevels.value(for: 0)),
        "seed \(seed)")
    }
    #expect(total > 3000)
  }

  /// Lux, and the level by `1:0 10:2 50:6 200:12`.
  @Test(arguments: [
    (0, 0), (1, 0), (3.1623, 1), (10, 2), (22.3607, 4), (50, 6), (100, 9), (200, 12), (90_000, 12),
  ])
  func betweenTwoPointsItGoesByTheLogarithm(lux: Double, value: Double) {
    #expect((LightLevels.usual.value(for: lux) - value).magnitude < 0.001)
  }
}
