import Hardware

/// One mock of each device, and the history of what they did: a clock without hardware, for tests and CI.
///
///     let board = MockBoard()
///     try board.buzzer.set(on: true)
///     board.fail(.buzzer, .error(EIO))
///     board.state.buzzer.on                  // false: an unplugged buzzer makes no noise
///     board.history.entries.map(\.action)    // ["on", "fail", "off"]
public final class MockBoard: Sendable {
  public let history: MockHistory
  public let buzzer: MockBuzzer
  public let vibration: MockVibrationMotor
  public let speaker: MockAudioOutput
  public let display: MockSegmentDisplay
  public let lamp: MockLamp
  public let camera: MockCamera
  public let light: MockLightSensor
  public let room: MockRoomSensor
  public let power: MockPowerMonitor
  public let button: MockButton

  /// - Parameters:
  ///   - clock: paces the speaker and the camera and times the history; a test's own makes both instant.
  ///   - duty: the vibration motor's share of full power by level, 0…1.
  ///   - historyCapacity: how many entries the history keeps.
  ///   - shape: what the display has to show something with.
  public init(
    clock: MockClock = .system, duty: [VibrationLevel: Double] = MockVibrationMotor.usualDuty,
    historyCapacity: Int = 4096, display shape: DisplayShape = .fourDigits
  ) {
    history = MockHistory(capacity: historyCapacity, now: clock.wallNow)
    buzzer = MockBuzzer(history: history)
    vibration = MockVibrationMotor(duty: duty, history: history)
    speaker = MockAudioOutput(history: history, clock: clock)
    display = MockSegmentDisplay(shape: shape, history: history)
    lamp = MockLamp(history: history)
    camera = MockCamera(history: history, clock: clock, lamp: lamp)
    light = MockLightSensor(history: history)
    room = MockRoomSensor(history: history)
    power = MockPowerMonitor(history: history, clock: clock)
    button = MockButton(history: history, clock: clock)
  }

  /// A board on the machine's clocks whose history carries the times of `now`, in nanoseconds since 1970.
  public convenience init(now: @escaping @Sendable () -> Int64) {
    var clock = MockClock.system
    clock.wallNow = now
    self.init(clock: clock)
  }

  /// What displays of so many digits usually have; nil: there are none.
  public static func usualShape(_ segments: DisplayShape.Segments, digits: Int) -> DisplayShape? {
    guard DisplayShape.counts.contains(digits) else { return nil }
    let colons: Set<Int> = segments == .fourteen ? [] : [4: [2], 6: [2, 4]][digits] ?? []
    return .dotted(segments, digits: digits, colons: colons)
  }

  /// The device of a role.
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

  /// Makes a device fail from now on.
  public func fail(_ role: DeviceRole, _ failure: MockFailure) { device(role).fail(failure) }

  /// Ends a device's failure; it stays off until it is told otherwise.
  public func heal(_ role: DeviceRole) { device(role).heal() }

  /// What every device does at this moment.
  public var state: MockState {
    let playback = speaker.playback
    let face = display.face
    let strain = power.current
    // The level is read once: the duty must belong to it.
    let level = vibration.level
    var failing: [String: String] = [:]
    for role in DeviceRole.allCases {
      failing[role.rawValue] = device(role).failure?.description
    }
    return MockState(
      buzzer: .init(on: buzzer.isOn), vibration: .init(level: level, duty: vibration.duty(of: level)),
      speaker: .init(
        playing: playback.isPlaying, sound: playback.stream?.sound, volume: playback.stream?.volume,
        mixer: playback.mixer),
      lamp: .init(on: lamp.isOn), display: .init(text: face.text, brightness: face.brightness),
      camera: .init(open: camera.isOpen), light: .init(lux: light.lux),
      room: .init(temperature: room.air.temperature, humidity: room.air.humidity),
      power: .init(low: strain.isPowerLow, processor: strain.processorTemperature), button: .init(open: button.isOpen),
      failing: failing)
  }
}
