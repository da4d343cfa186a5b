import AlarmClock
import Faces
import Glibc
import Hardware
import MockHardware
import Storage
import Synchronization
import Testing

@testable import Daemon

@Suite struct SensorTests {
  private let time = ManualTime(morning)
  private let health: DeviceHealth
  private var events: EventLog { health.events }
  private let board: Board
  private let mock: MockBoard

  init() throws {
    health = try DeviceHealth(at: time)
    board = try BoardChoice.board("mock", time: time)
    mock = try #require(board.mock)
  }

  private var kinds: [Event.Kind] { events.pending.map(\.kind) }

  private struct Listener: Hook {
    let changed: @Sendable (_ isLight: Bool) -> Void
    let pressed: @Sendable () -> Void

    func note(_ news: EngineNews) {
      switch news {
      case .readingsChanged(let isLight): changed(isLight)
      case .buttonPressed: pressed()
      default: break
      }
    }
  }

  private func lightAlone(_ light: Script) -> Board {
    var board = board
    board.fit(.light, light)
    for role in [DeviceRole.room, .power, .button] { board.fit(role, nil) }
    return board
  }

  /// Stops the sensors after `body`, as their threads would outlive the test.
  private func with(
    _ board: Board, changed: @escaping @Sendable (_ isLight: Bool) -> Void = { _ in },
    pressed: @escaping @Sendable () -> Void = {},
    _ body: (Sensors) async throws -> Void
  ) async throws {
    let sensors = try Sensors(
      board: board, health: health, events: events, time: time, hook: Listener(changed: changed, pressed: pressed))
    defer { sensors.stop() }
    try await body(sensors)
  }

  @Test func whatTheySayIsKnownAndWhoeverFollowsItIsTold() async throws {
    let changes = Counter()
    try await with(board, changed: { _ in _ = changes.take() }) { sensors in
      let first = Readings(illuminance: 50, temperature: 20, humidity: 50)
      #expect(await eventually { sensors.last == first && sensors.isSettled })
      #expect(sensors.readings.power == SensorReadings.Power(isLow: false, since: nil))
      for role in [DeviceRole.light, .room, .power, .button] {
        #expect(await eventually { health.proof(of: role) == time.now }, "\(role)")
      }
      let before = changes.take()
      mock.light.set(lux: 3)
      mock.room.set(temperature: 21.5)
      mock.room.set(humidity: nil)
      sensors.askAgain()
      #expect(await eventually { sensors.last == Readings(illuminance: 3, temperature: 21.5, humidity: nil) })
      #expect(await eventually { changes.take() - before >= 3 }, "one for the light, one for the room")
      sensors.askAgain()
      #expect(await eventually { sensors.readings.latest.illuminanceBefore == 3 })
    }
  }

  @Test func theSupplyIsHeardOfWithoutBeingAskedFor() async throws {
    try await with(board) { sensors in
      #expect(await eventually { sensors.isSettled })
      mock.power.set(low: true)
      #expect(await eventually { sensors.readings.latest.isPowerLow })
      #expect(sensors.readings.power == SensorReadings.Power(isLow: true, since: morning))
      time.step(by: .seconds(90))
      sensors.askAgain()
      #expect(await eventually { health.proof(of: .power) == time.now })
      #expect(sensors.readings.power?.since == morning, "it is low since then, and not anew")
      mock.power.set(low: false)
      #expect(await eventually { !sensors.readings.latest.isPowerLow })
      #expect(sensors.readings.power == SensorReadings.Power(isLow: false, since: nil))
      #expect(await eventually { kinds == [.powerLow, .powerRecovered] })
    }
  }

  @Test func theLogHearsOfTheSupplyOnceAnHour() {
    let notes = PowerNotes(events: events, time: time)
    for _ in 0..<3 {
      // A motor pulls the voltage down again and again.
      for _ in 0..<20 {
        notes.note(SensorReadings.Power(isLow: true), nil)
        time.advance(by: .seconds(10))
        notes.note(SensorReadings.Power(isLow: false), nil)
        time.advance(by: .seconds(170))
      }
    }
    #expect(kinds == [.powerLow, .powerRecovered, .powerLow, .powerRecovered, .powerLow, .powerRecovered])
    notes.note(SensorReadings.Power(isLow: true), nil)
    time.advance(by: .seconds(3600))
    notes.note(SensorReadings.Power(isLow: true), nil)
    notes.note(SensorReadings.Power(isLow: true), nil)
    #expect(kinds.count == 8)
  }

  @Test(arguments: [DeviceRole.light, .room, .power, .button], [MockFailure.error(EIO), .stall])
  func aFailureIsToldOnceAndTheReadingGoes(role: DeviceRole, failure: MockFailure) async throws {
    // A stalled button looks like one that nobody presses.
    guard role != .button || failure != .stall else { return }
    try await with(board) { sensors in
      let whole = Readings(illuminance: 50, temperature: 20, humidity: 50)
      #expect(await eventually { sensors.isSettled && sensors.last == whole })
      mock.fail(role, failure)
      sensors.askAgain()
      #expect(await eventually { health.failure(of: role) != nil })
      #expect(health.failure(of: role)?.error.code == (failure == .stall ? ETIMEDOUT : EIO))
      var rest = whole
      if role == .light { rest.illuminance = nil }
      if role == .room { (rest.temperature, rest.humidity) = (nil, nil) }
      await eventually {
        sensors.askAgain()
        let isUnknown = sensors.readings.power == nil && sensors.readings.processor == nil
        return sensors.last == rest && (role != .power || isUnknown)
      }
      for other in DeviceRole.allCases where other != role { #expect(health.failure(of: other) == nil) }
      mock.heal(role)
      sensors.askAgain()
      #expect(await eventually { health.failure(of: role) == nil })
      #expect(await eventually { sensors.last == whole })
      #expect(await eventually { kinds == [.deviceFailed, .deviceRecovered] })
    }
  }

  /// After a single failure, the next reading is likely to succeed.
  @Test func aReadingOutlivesOneFailure() async throws {
    let failure = Script.Answer.failure(HardwareError(.light, "measuring", code: EIO))
    let script = Script([.success(7), failure, .success(8), failure, failure])
    try await with(lightAlone(script)) { sensors in
      for (answers, lux) in [(1, 7), (2, 7), (3, 8), (4, 8), (5, nil)] as [(Int, Double?)] {
        script.allow(answers)
        sensors.askAgain()
        #expect(await eventually { script.given == answers })
        #expect(await eventually { sensors.readings.latest.illuminance == lux })
        #expect(await eventually { (health.failure(of: .light) != nil) == [2, 4, 5].contains(answers) })
      }
      script.allow(.max)
    }
  }

  @Test func aCallThatDoesNotComeBackIsToldAndItsReadingGoes() async throws {
    let script = Script([.success(7), .success(9)])
    try await with(lightAlone(script)) { sensors in
      script.allow(1)
      #expect(await eventually { sensors.readings.latest.illuminance == 7 && sensors.isSettled })
      sensors.askAgain()
      #expect(await eventually { script.isAsked })
      sensors.checkForHangs()
      #expect(health.failure(of: .light) == nil)
      time.advance(by: .seconds(4))
      sensors.checkForHangs()
      #expect(health.failure(of: .light)?.error.code == ETIMEDOUT)
      #expect(sensors.readings.latest.illuminance == nil && !sensors.isSettled)
      script.allow(.max)
      #expect(await eventually { sensors.readings.latest.illuminance == 9 && health.failure(of: .light) == nil })
    }
  }

  @Test func aMissingSensorIsTriedLessAndLess() {
    let delays = (1...9).map { SensorThread.delay(afterFailures: $0) }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test func everyPressIsHeardOnceAndNoDeviceIsTouchedByIt() async throws {
    let presses = Counter()
    try await with(board, pressed: { _ = presses.take() }) { sensors in
      #expect(await eventually { sensors.isSettled && mock.button.isOpen })
      for count in 1...5 {
        mock.button.press()
        #expect(await eventually { presses.value == count })
      }
      mock.fail(.button, .error(ENODEV))
      #expect(await eventually { health.failure(of: .button)?.error.code == ENODEV })
      mock.button.press()
      mock.heal(.button)
      sensors.askAgain()
      #expect(await eventually { mock.button.isOpen && health.failure(of: .button) == nil })
      mock.button.press()
      #expect(await eventually { presses.value == 6 })
      #expect(mock.history.entries.allSatisfy { $0.device.isSensor })
    }
    #expect(await eventually { !mock.button.isOpen }, "it is let go at the end")
  }

  @Test func theProcessorsHeatIsKnownWithSinceWhen() async throws {
    let power = mock.power
    try await with(board) { sensors in
      func reads(_ degrees: Double, _ heat: Heat? = nil, since: Instant? = nil) async -> Bool {
        let processor = SensorReadings.Processor(temperature: degrees, heat: heat, since: since)
        return await eventually { sensors.readings.processor == processor }
      }
      #expect(await reads(45))
      power.set(processorTemperature: 80)
      #expect(await reads(80, .hot, since: morning))
      time.step(by: .seconds(90))
      // The temperature swings around the threshold and then rises further.
      for (degrees, heat) in [(78, .hot), (86, .tooHot), (83, .tooHot), (81, .hot)] as [(Double, Heat)] {
        power.set(processorTemperature: degrees)
        #expect(await reads(degrees, heat, since: morning))
      }
      power.set(processorTemperature: 76.9)
      #expect(await reads(76.9))
      #expect(await eventually { kinds == [.processorHot, .processorCooled] })
      #expect(events.pending.map { $0.detail?.split(separator: ";").first } == ["80 °C", "77 °C"])
      #expect(sensors.readings.power == SensorReadings.Power(isLow: false), "the supply is another matter")
      power.set(processorTemperature: nil)
      #expect(await eventually { sensors.readings.processor == nil && sensors.readings.power != nil })
    }
  }

  @Test(
    arguments: [
      (nil, 79.9, nil), (nil, 80, .hot), (nil, 84.9, .hot), (nil, 85, .tooHot), (.hot, 77, .hot), (.hot, 76.9, nil),
      (.hot, 84.9, .hot), (.tooHot, 82, .tooHot), (.tooHot, 81.9, .hot), (.tooHot, 76.9, nil),
    ] as [(Heat?, Double, Heat?)])
  func aLevelOfHeatEndsBelowWhereItBegan(last: Heat?, degrees: Double, heat: Heat?) {
    #expect(Heat(at: degrees, after: last) == heat)
  }

  @Test func theLogHearsOfTheHeatOnceAnHourWhateverTheSupplyDoes() {
    let notes = PowerNotes(events: events, time: time)
    let cool = SensorReadings.Processor(temperature: 60)
    for round in 0..<20 {
      let heat: Heat = round.isMultiple(of: 2) ? .hot : .tooHot
      notes.note(SensorReadings.Power(isLow: true), SensorReadings.Processor(temperature: 82, heat: heat))
      notes.note(nil, nil)
      time.advance(by: .seconds(179))
      notes.note(SensorReadings.Power(isLow: true), cool)
    }
    #expect(kinds == [.powerLow, .processorHot, .processorCooled])
    time.advance(by: .seconds(20))
    notes.note(nil, SensorReadings.Processor(temperature: 82, heat: .hot))
    #expect(kinds == [.powerLow, .processorHot, .processorCooled, .processorHot])
  }

  /// A board without sensors starts no thread and causes no wakeup.
  @Test func withoutSensorsNothingIsAsked() throws {
    let file = try BoardFile.parse(Array("{ name: 'bare', speaker: { driver: 'mock' } }".utf8))
    let sensors = try Sensors(
      board: Board(file, path: "x", time: time), health: health, events: events, time: time)
    #expect(sensors.isSettled && sensors.last == Readings() && sensors.readings.power == nil)
    #expect(health.proof(of: .light) == nil && kinds.isEmpty)
  }

  @Test func lightThatIsFollowedIsMeasuredOften() async throws {
    let script = Script(Array(repeating: .success(1), count: 50))
    try await with(lightAlone(script)) { sensors in
      script.allow(.max)
      #expect(await eventually { script.given >= 1 })
      // At one reading per minute, three more would take three minutes.
      sensors.followLight(true)
      #expect(await eventually { script.given >= 4 })
      sensors.followLight(false)
      #expect(await eventually { script.given >= 5 })
    }
  }
}

/// A light sensor that gives scripted answers, and only as many as the test allows.
private final class Script: LightSensor {
  typealias Answer = Result<Double, HardwareError>

  private struct State {
    var answers: [Answer]
    var given = 0
    var allowed = 0
    var isAsked = false
  }

  private let state: Mutex<State>

  init(_ answers: [Answer]) { state = Mutex(State(answers: answers)) }

  var given: Int { state.withLock { $0.given } }
  var isAsked: Bool { state.withLock { $0.isAsked } }

  /// Raises the total number of answers it may give to `count`.
  func allow(_ count: Int) { state.withLock { $0.allowed = count } }

  func illuminance() throws(HardwareError) -> Double {
    while true {
      let answer = state.withLock { state -> Answer? in
        state.isAsked = state.given >= state.allowed
        guard !state.isAsked else { return nil }
        defer { state.given += 1 }
        return state.answers[min(state.given, state.answers.count - 1)]
      }
      if let answer { return try answer.get() }
      usleep(1000)
    }
  }
}

extension Sensors {
  fileprivate var last: Readings {
    var last = readings.latest
    last.illuminanceBefore = nil
    return last
  }
}
