import Hardware
import Machine
import Synchronization

/// A board's sensors and its button, each on its own thread. Rings do not depend on them.
final class Sensors: Sendable {
  let readings: SensorReadings
  private let light: SensorThread?
  private let room: SensorThread?
  private let power: SensorThread?
  private let button: ButtonThread?

  /// While only `rouse status` shows the light.
  private static let calm = VirtualTime.pause(.seconds(60))
  /// While something follows the light.
  private static let close: Duration = .seconds(1)
  /// The supply's monitor reports a change of the voltage by itself, but not the processor's heat.
  private static let longestWait = VirtualTime.pause(.seconds(60))

  /// Starts a thread for each fitted device.
  ///
  /// - Parameters:
  ///   - changed: called after each change, with whether only the light changed; must return immediately.
  ///   - pressed: called for each press of the button; must return immediately.
  init(
    board: Board, health: DeviceHealth, events: EventLog, time: any TimeSource,
    changed: @escaping @Sendable (_ isLight: Bool) -> Void = { _ in }, pressed: @escaping @Sendable () -> Void = {}
  ) throws(SystemError) {
    let readings = SensorReadings(changed: changed)
    self.readings = readings
    light = try board.light.map { device throws(SystemError) in
      try SensorThread(.light, every: Self.calm, health: health, time: time) { () throws(HardwareError) in
        readings.set(illuminance: try device.illuminance())
      } forget: {
        readings.set(illuminance: nil)
      }
    }
    room = try board.room.map { device throws(SystemError) in
      try SensorThread(.room, every: Self.calm, health: health, time: time) { () throws(HardwareError) in
        let climate = try device.climate()
        readings.set(temperature: climate.temperature, humidity: climate.humidity)
      } forget: {
        readings.set(temperature: nil, humidity: nil)
      }
    }
    power = try board.power.map { device throws(SystemError) in
      let notes = PowerNotes(events: events, time: time)
      return try SensorThread(
        .power, every: Self.longestWait, health: health, time: time,
        wait: { span throws(HardwareError) in try device.waitForChange(atMost: span) }, wake: { device.wake() }
      ) { () throws(HardwareError) in
        readings.set(strain: try device.strain(), at: time.now)
        notes.note(readings.power, readings.processor)
      } forget: {
        readings.set(strain: nil, at: time.now)
      }
    }
    button = try board.button.map { device throws(SystemError) in
      try ButtonThread(device, health: health, pressed: pressed)
    }
  }

  /// Sets whether the light is read once a second or once a minute. Also detects a hanging sensor.
  func followLight(_ isFollowed: Bool) {
    // The last reading may be a minute old.
    if light?.ask(every: isFollowed ? Self.close : Self.calm) == true, isFollowed { readings.set(illuminance: nil) }
    light?.checkForHang()
  }

  func askAgain() {
    for sensor in polled { sensor.askAgain() }
    button?.askAgain()
  }

  var isSettled: Bool { polled.allSatisfy(\.isSettled) && button?.isSettled ?? true }

  func checkForHangs() { for sensor in polled { sensor.checkForHang() } }

  func stop() {
    for sensor in polled { sensor.stop() }
    button?.stop()
  }

  private var polled: [SensorThread] { [light, room, power].compactMap(\.self) }
}

/// Waits for presses of a button, on its own thread.
final class ButtonThread: Sendable {
  private struct State {
    var isListening = false
    var failureCount = 0
    var isStopped = false
  }

  private let button: any Button
  private let health: DeviceHealth
  private let pressed: @Sendable () -> Void
  private let wakeup: Wakeup
  private let state = Mutex(State())

  init(
    _ button: any Button, health: DeviceHealth, pressed: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.button = button
    self.health = health
    self.pressed = pressed
    wakeup = try Wakeup()
    try MachineThread.start("button") { [self] in run() }
  }

  func askAgain() {
    state.withLock { $0.failureCount = 0 }
    wakeup.signal()
  }

  var isSettled: Bool { state.withLock { $0.isListening || $0.failureCount > 0 } }

  func stop() {
    state.withLock { $0.isStopped = true }
    button.close()
    wakeup.signal()
  }

  private func run() {
    while !state.withLock({ $0.isStopped }) {
      do throws(HardwareError) {
        try button.open()
        state.withLock { $0 = State(isListening: true, isStopped: $0.isStopped) }
        health.worked(.button)
        while try button.waitForPress() { pressed() }
      } catch {
        let failureCount = state.withLock { state in
          state.isListening = false
          state.failureCount += 1
          return state.failureCount
        }
        health.failed(error)
        wakeup.wait(timeout: SensorThread.delay(afterFailures: failureCount))
      }
    }
    // It may have been opened after `stop` closed it.
    button.close()
  }
}

/// Logs a low voltage and a hot processor, each at most once an hour: the voltage drops whenever the motor starts.
struct PowerNotes: Sendable {
  private struct Trouble {
    var told: Duration?
    var isOpen = false

    mutating func note(_ isThere: Bool, at now: Duration) -> Bool {
      guard isThere else {
        defer { isOpen = false }
        return isOpen
      }
      guard told.map({ now - $0 >= PowerNotes.interval }) ?? true else { return false }
      (told, isOpen) = (now, true)
      return true
    }
  }

  private struct State {
    var voltage = Trouble()
    var heat = Trouble()
  }

  let events: EventLog
  let time: any TimeSource
  private let state = Box(State())
  private static let interval: Duration = .seconds(3600)

  /// `nil` means unknown, and is not logged.
  func note(_ power: SensorReadings.Power?, _ processor: SensorReadings.Processor?) {
    let now = time.monotonic
    if let power, state.withLock({ $0.voltage.note(power.isLow, at: now) }) {
      events.append(
        power.isLow ? .powerLow : .powerRecovered,
        detail: power.isLow ? "under-voltage; `rouse doctor` says what mends it" : nil)
    }
    if let processor, state.withLock({ $0.heat.note(processor.heat != nil, at: now) }) {
      let isHot = processor.heat != nil
      events.append(
        isHot ? .processorHot : .processorCooled,
        detail: "\(Int(processor.temperature.rounded())) °C" + (isHot ? "; `rouse doctor` says what cools it" : ""))
    }
  }
}
