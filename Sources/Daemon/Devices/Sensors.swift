import AlarmClock
import Hardware
import Machine
import Storage

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

  /// Starts a thread for each fitted device. `hook` hears of new readings and of presses of the button.
  init(
    board: Board, health: DeviceHealth, events: EventLog, time: any TimeSource, hook: (any Hook)? = nil
  ) throws(SystemError) {
    let readings = SensorReadings { hook?.note(.readingsChanged(isLight: $0)) }
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
      try ButtonThread(device, health: health) { hook?.note(.buttonPressed) }
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
