import Hardware
import LinuxHardware
import Machine
import MockHardware

/// The devices of a board; nil: not fitted.
struct Board: Sendable {
  var name: String
  /// The board file it was read from.
  var file: String?
  /// What it is likely to suffer from, though it works.
  var warnings: [String]
  var buzzer: (any Buzzer)?
  var vibration: (any VibrationMotor)?
  var speaker: (any AudioOutput)?
  var display: (any SegmentDisplay)?
  /// What the display has to show something with; nil: none is fitted.
  var displayShape: DisplayShape?
  var lamp: (any Lamp)?
  var camera: CameraSource?
  var light: (any LightSensor)?
  var room: (any RoomSensor)?
  var power: (any PowerMonitor)?
  var button: (any Button)?
  /// The mocks among the devices, for those who drive them.
  var mock: MockBoard?
  /// No real device is driven.
  var isMock: Bool
  /// The card whose mixer the speaker goes through; nil: none, or a mock.
  var soundCard: ALSACard?
  var needs: BoardNeeds
  private var degradations: [DeviceRole: String] = [:]

  /// Whether a device is part of the board.
  func has(_ role: DeviceRole) -> Bool {
    switch role {
    case .buzzer: buzzer != nil
    case .vibration: vibration != nil
    case .speaker: speaker != nil
    case .display: display != nil
    case .lamp: lamp != nil
    case .camera: camera != nil
    case .light: light != nil
    case .room: room != nil
    case .power: power != nil
    case .button: button != nil
    }
  }

  var fitting: Fitting {
    Fitting(board: name, file: file, roles: Set(DeviceRole.allCases.filter(has)), displayShape: displayShape)
  }

  /// Why a device that works does less than it could; nil: it does all.
  func degradation(of role: DeviceRole) -> String? { degradations[role] }

  /// Returns what is unusual about a device that works, or `nil`.
  func note(of role: DeviceRole) -> String? {
    guard role == .display, let display = display as? HT16K33, display.isWrittenUnread else { return nil }
    return "it works, but cannot be read back, like some copies of the HT16K33: each change rewrites the whole display"
  }

  /// The board that a file describes. Nothing is opened yet.
  init(_ file: BoardFile, path: String?, time: any TimeSource) {
    let drive = file.vibration?.drive ?? MotorDrive()
    var clock = VirtualTime.installed.map(MockClock.init) ?? .system
    clock.wallNow = { time.now.nanoseconds }
    let mock = MockBoard(
      clock: clock, duty: [.light: drive.light, .medium: drive.medium, .strong: drive.strong],
      display: file.display?.shape ?? .fourDigits)
    name = file.name
    self.file = path
    warnings = file.warnings
    needs = file.needs
    isMock = file.isMock
    if file.hasMock { self.mock = mock }
    buzzer = file.buzzer.map { Self.buzzer($0, mock) }
    lamp = file.lamp.map { Self.lamp($0, mock) }
    speaker = file.speaker.map { Self.speaker($0, mock) }
    display = file.display.map { Self.display($0, mock) }
    displayShape = file.display?.shape
    camera = file.camera.map { Self.camera($0, mock) }
    light = file.light.map { Self.light($0, mock) }
    room = file.room.map { Self.room($0, mock) }
    power = file.power.map { Self.power($0, mock) }
    button = file.button.map { Self.button($0, mock) }
    if case .alsa(let card)? = file.speaker { soundCard = card }
    switch file.vibration?.output {
    case .mock?: vibration = mock.vibration
    case .pwm(let channel)?: vibration = PWMVibrationMotor(channel, drive: drive)
    case .line(let line)?:
      vibration = PWMVibrationMotor(line, drive: drive)
      degradations[.vibration] = PWMVibrationMotor.degradation
    case nil: break
    }
  }

  private static func buzzer(_ output: Wiring.Switch, _ mock: MockBoard) -> any Buzzer {
    switch output {
    case .mock: mock.buzzer
    case .line(let line): GPIOSwitch(.buzzer, line)
    case .pwm(let channel): PWMSwitch(.buzzer, channel)
    }
  }

  private static func lamp(_ output: Wiring.Switch, _ mock: MockBoard) -> any Lamp {
    switch output {
    case .mock: mock.lamp
    case .line(let line): GPIOSwitch(.lamp, line)
    case .pwm(let channel): PWMSwitch(.lamp, channel)
    }
  }

  private static func speaker(_ speaker: Wiring.Speaker, _ mock: MockBoard) -> any AudioOutput {
    switch speaker {
    case .mock: mock.speaker
    case .alsa(let card): ALSAOutput(card)
    }
  }

  private static func camera(_ camera: Wiring.Camera, _ mock: MockBoard) -> CameraSource {
    switch camera {
    case .mock: .fed(mock.camera)
    case .v4l2(let identity): .device(identity)
    }
  }

  private static func display(_ display: Wiring.Display, _ mock: MockBoard) -> any SegmentDisplay {
    switch display {
    case .mock: mock.display
    case .ht16k33(let bus, let addresses, let shape):
      HT16K33(bus: LinuxI2CBus(bus), addresses: addresses.map { UInt8($0) }, shape: shape)
    case .tm1637(let clock, let data, let shape, let order):
      BlinkingDisplay(TM1637(lines: GPIOTwoLines(clock: clock, data: data), shape: shape, order: order))
    }
  }
}

extension MockClock {
  /// The devices wait by a mock clock.
  fileprivate init(_ time: VirtualTime) {
    self.init(wallNow: { time.now.nanoseconds }, monotonicNow: { time.monotonic.wholeNanoseconds }) {
      do throws(SystemError) {
        let wakeup = try Wakeup()
        return MockSignal(send: wakeup.signal) { limit in wakeup.wait(timeout: limit.map { .nanoseconds($0) }) }
      } catch {
        return .system()
      }
    }
    isCoarse = true
  }
}
