import AlarmClock
import Hardware
import Machine
import Storage

/// A board's sensors and its button, each on a thread of its own. None of them is asked for a ring, and none ends one.
final class Sensors: Sendable {
  let readings: SensorReadings
  private let light: SensorThread?
  private let room: SensorThread?
  private let power: SensorThread?
  private let button: ButtonThread?

  /// A minute, while only the status tells it.
  private static let calm = VirtualTime.pause(.seconds(60))
  /// While something follows the light.
  private static let close: Duration = .seconds(1)
  /// The supply's monitor tells by itself of a voltage that changes. Of the processor's heat it does not.
  private static let longestWait = VirtualTime.pause(.seconds(60))

  /// Starts a thread for each that is fitted; without any nothing is added.
  ///
  /// - Parameters:
  ///   - changed: called when one of them says something else than before, with whether it is the light sensor; returns at
  ///     once.
  ///   - pressed: called for each press of the button; returns at once.
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

  /// Whether something follows the light: then it is measured once a second, and otherwise once a minute. A sensor that
  /// hangs is found out by whoever asks for this.
  func followLight(_ isFollowed: Bool) {
    // What it said up to a minute ago is no beginning.
    if light?.ask(every: isFollowed ? Self.close : Self.calm) == true, isFollowed { readings.set(illuminance: nil) }
    light?.checkForHang()
  }

  /// Asks them all soon, so that their health is known.
  func askAgain() {
    for sensor in polled { sensor.askAgain() }
    button?.askAgain()
  }

  var isSettled: Bool { polled.allSatisfy(\.isSettled) && button?.isSettled ?? true }

  func checkForHangs() { for sensor in polled { sensor.checkForHang() } }

  /// Asks no more, and lets the button go.
  func stop() {
    for sensor in polled { sensor.stop() }
    button?.stop()
  }

  private var polled: [SensorThread] { [light, room, power].compactMap(\.self) }
}
