import Hardware

/// One mock of each device and a shared history of their actions: a clock without hardware, for tests and CI.
///
///     let board = MockBoard()
///     try board.buzzer.set(on: true)
///     board.fail(.buzzer, .error(EIO))
///     board.buzzer.isOn                      // false: an unplugged buzzer makes no noise
///     board.history.entries.map(\.action)    // ["on", "fail", "off"]
public final class MockBoard: Sendable {
  public let history: MockHistory
  public let buzzer: MockSwitch
  public let vibration: MockVibrationMotor
  public let speaker: MockAudioOutput
  public let display: MockSegmentDisplay
  public let lamp: MockSwitch
  public let camera: MockCamera
  public let light: MockSensor<MockLight>
  public let room: MockSensor<RoomClimate>
  public let power: MockSensor<BoardStrain>
  public let button: MockButton

  /// `clock` paces speaker and camera and times the history; `duty` is the share of full power (0…1) per level.
  public init(
    clock: MockClock = .system, duty: [VibrationLevel: Double] = MockVibrationMotor.usualDuty,
    display shape: DisplayShape = .fourDigits
  ) {
    history = MockHistory(now: clock.wallNow)
    buzzer = MockSwitch(.buzzer, history: history)
    vibration = MockVibrationMotor(duty: duty, history: history)
    speaker = MockAudioOutput(history: history, clock: clock)
    display = MockSegmentDisplay(shape: shape, history: history)
    lamp = MockSwitch(.lamp, history: history)
    camera = MockCamera(history: history, clock: clock, lamp: lamp)
    light = MockSensor(.light, MockLight(), history)
    room = MockSensor(.room, RoomClimate(temperature: 20, humidity: 50), history)
    power = MockSensor(
      .power, BoardStrain(isPowerLow: false, processorTemperature: 45), history, waitingBy: clock)
    button = MockButton(history: history, clock: clock)
  }

  /// Returns the usual shape of displays with this number of digits, or `nil` if there are none.
  public static func usualShape(_ segments: DisplayShape.Segments, digits: Int) -> DisplayShape? {
    guard DisplayShape.counts.contains(digits) else { return nil }
    let colons: Set<Int> = segments == .fourteen ? [] : [4: [2], 6: [2, 4]][digits] ?? []
    return DisplayShape(segments, digits: digits, colons: colons)
  }

  public func device(_ role: DeviceRole) -> any MockDevice {
    switch role {
    case .buzzer: buzzer
    case .vibration: vibration
    case .speaker: speaker
    case .display: display
    case .lamp: lamp
    case .camera: camera
    case .light: light
    case .room: room
    case .power: power
    case .button: button
    }
  }

  public func fail(_ role: DeviceRole, _ failure: MockFailure) { device(role).fail(failure) }

  /// Ends a device's failure. The device stays off until the next command.
  public func heal(_ role: DeviceRole) { device(role).heal() }

  public var failing: [DeviceRole: MockFailure] {
    DeviceRole.allCases.reduce(into: [:]) { $0[$1] = device($1).failure }
  }
}
