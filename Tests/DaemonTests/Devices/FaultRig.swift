import Control
import Glibc
import Hardware
import MockHardware
import ScanLine
import Synchronization
import TestSupport

@testable import AlarmClock
@testable import Daemon
@testable import Machine

/// The real ringer and outputs over a mock board. While a test waits, time runs at most ten times as fast as real time.
final class FaultRig: Sendable {
  let time: ManualTime
  let mock: MockBoard
  let trap: FaultTrap
  let outputs: Outputs
  private let sensors: Sensors
  let ringer: Ringer
  let outcomes = Outcomes()
  private let running: Task<Void, Never>
  private let pictures = Counter()

  init() throws {
    let time = ManualTime(morning)
    self.time = time
    let clock = MockClock(
      wallNow: { time.now.nanoseconds }, monotonicNow: { time.monotonic.wholeNanoseconds }, sleep: { _ in usleep(1000) }
    )
    let mock = MockBoard(clock: clock)
    self.mock = mock
    let trap = FaultTrap(mock)
    self.trap = trap
    let health = try DeviceHealth(at: time)
    let events = health.events
    var board = try BoardChoice.board("mock", time: time)
    for role in DeviceRole.allCases where role != .camera {
      board.fit(role, role.isSensor ? mock.device(role) : TrappedDevice(trap: trap, role: role))
    }
    outputs = try Outputs(board: board, health: health, events: events, time: time)
    sensors = try Sensors(board: board, health: health, events: events, time: time)
    sensors.followLight(true)
    let outcomes = outcomes
    let inForce = BookInForce(AlarmBook())
    ringer = Ringer(
      outputs: outputs, cards: GreyCards(trap: trap, health: health, card: card("grey"), pictures: pictures),
      events: events, face: ClockFace(inForce), time: time,
      trust: try TrustWatch(time: time, inForce: inForce),
      looks: NoLooks(), observer: outcomes)
    running = Task { [ringer] in await ringer.run() }
  }

  deinit {
    running.cancel()
    sensors.stop()
  }

  /// Begins a ring whose buzzer joins after `buzzerAfter`, or at once if the speaker fails.
  func begin(_ id: String, buzzerAfter: Duration) -> RingID {
    let due = time.now
    var alarm = Alarm(id: id, recurrence: .instant(due))
    alarm.overrides = RingOverrides {
      ($0.volume, $0.fadeIn, $0.vibration) = (80, .zero, .strong)
      ($0.buzzerAfter, $0.silenceAfter) = (buzzerAfter, .seconds(1_000_000))
    }
    let armed = ArmedOccurrence(of: alarm, due: due)
    ringer.begin([OpenRing(armed)])
    return armed.id
  }

  /// Lets time pass until `condition` holds; throws a failure that names `what` if it never does.
  func wait(for what: String, _ condition: () -> Bool) async throws {
    var detector = HangDetector()
    while !condition() {
      if detector.hangs() {
        let end = mock.history.entries.suffix(12).map { "\($0.device.rawValue) \($0.action) \($0.detail ?? "")" }
        throw Failure(
          "never: \(what); \(detector.report); \(MockStateView(mock)); last: \(end.joined(separator: ", "))")
      }
      time.advance(by: .milliseconds(20))
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  var isHeard: Bool {
    let playback = mock.speaker.playback
    return mock.buzzer.isOn || (playback.isPlaying && playback.peak > 0 && (playback.stream?.volume ?? 0) > 0)
  }

  func show(card isShown: Bool, elsewhere isElsewhere: Bool = false) throws {
    guard isShown else { return mock.camera.hide() }
    let frame = GrayFrame(
      width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight,
      filledWith: isElsewhere ? GreyCards.elsewhere : GreyCards.here)
    try mock.camera.show(frame, name: "card")
  }

  /// How often the card is shown before it counts as ending nothing. In the dark the second time counts.
  private static let mostTimes = 8

  /// Shows the card; if that does not count, as in the dark, takes it away and shows it in another place.
  func bringCard() async throws {
    for attempt in 0..<Self.mostTimes {
      try show(card: true, elsewhere: !attempt.isMultiple(of: 2))
      try await look(for: .seconds(4))
      guard ringer.isRinging else { return }
      try show(card: false)
      try await look(for: .seconds(2))
    }
    throw Failure("never: the card ends the ring, brought \(Self.mostTimes) times; \(MockStateView(mock))")
  }

  /// Lets the camera look for `duration`, and at enough frames that every pass of the reader is included.
  private func look(for duration: Duration) async throws {
    let (start, seen) = (time.monotonic, pictures.value)
    try await wait(for: "the camera has looked, or it is over") {
      !ringer.isRinging || time.monotonic - start > duration && pictures.value - seen > 2 * CardPresence.cycle
    }
  }

  func healAll() {
    trap.disarm()
    for role in DeviceRole.allCases { mock.heal(role) }
  }

  /// Whether every device is as it should be when nothing rings. A failing mock counts as off.
  var isAtRest: Bool {
    // The idle face is steady and lit; during a ring it flashes.
    let isCalm = mock.display.failure != nil || mock.display.face.brightness == Dimming.usual
    return !mock.buzzer.isOn && mock.vibration.level == .off && mock.speaker.playback.stream == nil && !mock.lamp.isOn
      && !mock.camera.isOpen && outputs.isSilent && isCalm
  }
}

final class FaultTrap: Sendable {
  let mock: MockBoard
  private let armed = Mutex<(role: DeviceRole, failure: MockFailure)?>(nil)

  init(_ mock: MockBoard) { self.mock = mock }

  func arm(_ role: DeviceRole, _ failure: MockFailure) { armed.withLock { $0 = (role, failure) } }
  func disarm() { armed.withLock { $0 = nil } }

  /// Makes the armed device fail if it is called, or at once if the expected call did not come.
  func spring(_ called: DeviceRole? = nil) {
    let fault = armed.withLock { armed -> (role: DeviceRole, failure: MockFailure)? in
      guard let fault = armed, fault.role == called ?? fault.role else { return nil }
      armed = nil
      return fault
    }
    if let fault { mock.fail(fault.role, fault.failure) }
  }
}

private struct TrappedDevice: SwitchedDevice, VibrationMotor, SegmentDisplay, AudioOutput {
  let trap: FaultTrap
  let role: DeviceRole

  func set(on: Bool) throws(HardwareError) {
    trap.spring(role)
    try (role == .buzzer ? trap.mock.buzzer : trap.mock.lamp).set(on: on)
  }

  func set(level: VibrationLevel) throws(HardwareError) {
    trap.spring(.vibration)
    try trap.mock.vibration.set(level: level)
  }

  func show(_ face: DisplayFace) throws(HardwareError) {
    trap.spring(.display)
    try trap.mock.display.show(face)
  }

  func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat {
    trap.spring(.speaker)
    return try trap.mock.speaker.open(stream)
  }

  func play(_ samples: [Float]) throws(HardwareError) -> Int {
    trap.spring(.speaker)
    return try trap.mock.speaker.play(samples)
  }

  func close() throws(HardwareError) {
    trap.spring(.speaker)
    try trap.mock.speaker.close()
  }
}

/// Watches the mock camera inside the daemon. Either of two grey levels is the card, in one of two places.
private struct GreyCards: CardFinder {
  let trap: FaultTrap
  let health: DeviceHealth
  let card: Card
  let pictures: Counter

  static let here: UInt8 = 160
  static let elsewhere: UInt8 = 161

  func sights(for purpose: CameraPurpose) -> AsyncStream<Sight> {
    let (stream, continuation) = AsyncStream<Sight>.makeStream(bufferingPolicy: .bufferingNewest(8))
    let isEnded = Box(false)
    continuation.onTermination = { _ in isEnded.value = true }
    do {
      try MachineThread.start("frames") {
        do throws(HardwareError) {
          trap.spring(.camera)
          try trap.mock.camera.open()
          var number = 0
          while !isEnded.value {
            trap.spring(.camera)
            let seen = try trap.mock.camera.frame().pixels[0]
            health.worked(.camera)
            number += 1
            continuation.yield(Sight(number: number, brightness: Int(seen), codes: codes(seen)))
            _ = pictures.take()
          }
        } catch {
          health.failed(error)
        }
        trap.mock.camera.close()
        continuation.finish()
      }
    } catch {
      continuation.finish()
    }
    return stream
  }

  private func codes(_ grey: UInt8) -> [CodeReport] {
    switch grey {
    case Self.here: [CodeReport(card.digest)]
    case Self.elsewhere: [CodeReport(card.digest, at: CardPresence.Place(x: 600, y: 500))]
    default: []
    }
  }

  func card(for payload: [UInt8]) async -> Card? { payload == card.digest ? card : nil }
}

final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  /// Increments the counter and returns the old value, so each number is handed out once.
  func take() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
