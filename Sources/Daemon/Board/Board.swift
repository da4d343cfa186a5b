import Hardware
import LinuxHardware
import Machine
import MockHardware

/// The devices of a board; nil: not fitted.
struct Board: Sendable {
  var name: String
  var file: String?
  /// What it is likely to suffer from, though it works.
  var warnings: [String]
  private var devices: [DeviceRole: any Sendable] = [:]
  /// What the display has to show something with; nil: none is fitted.
  var displayShape: DisplayShape?
  /// The mocks among the devices, for those who drive them.
  var mock: MockBoard?
  /// No real device is driven.
  var isMock: Bool
  /// The card whose mixer the speaker goes through; nil: none, or a mock.
  var soundCard: ALSACard?
  var needs: BoardNeeds
  private var degradations: [DeviceRole: String] = [:]

  func has(_ role: DeviceRole) -> Bool { devices[role] != nil }

  private func device<Device>(_ role: DeviceRole) -> Device? { devices[role] as? Device }

  var buzzer: (any Buzzer)? { device(.buzzer) }
  var vibration: (any VibrationMotor)? { device(.vibration) }
  var speaker: (any AudioOutput)? { device(.speaker) }
  var display: (any SegmentDisplay)? { device(.display) }
  var lamp: (any Lamp)? { device(.lamp) }
  var camera: CameraSource? { device(.camera) ?? device(.camera).map { .fed($0) } }
  var light: (any LightSensor)? { device(.light) }
  var room: (any RoomSensor)? { device(.room) }
  var power: (any PowerMonitor)? { device(.power) }
  var button: (any Button)? { device(.button) }

  /// Puts another device in a role's place, or none.
  mutating func fit(_ role: DeviceRole, _ device: (any Sendable)?) { devices[role] = device }

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
    displayShape = file.display?.shape
    for (role, wiring) in file.wiring {
      devices[role] = wiring.isMock ? mock.device(role) : wiring.driver(for: role)
    }
    if case .alsa(let card)? = file.speaker { soundCard = card }
    if case .line? = file.vibration?.output { degradations[.vibration] = PWMVibrationMotor.degradation }
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

/// Where a board's frames come from.
enum CameraSource: Sendable {
  /// A camera that lives in the daemon, whose frames it hands to `rouse-scan`: the mock board's.
  case fed(any Camera)
  /// A camera that `rouse-scan` opens itself; the daemon never touches it.
  case device(CameraIdentity)
}

/// Not beside the wirings: the fuzzers read board files and link no driver.
extension DeviceWiring {
  /// Returns the device behind its driver, not opened yet, or `nil` for a mock.
  fileprivate func driver(for role: DeviceRole) -> (any Sendable)? {
    switch self {
    case .line(let line) as Wiring.Switch: GPIOSwitch(role, line)
    case .pwm(let channel) as Wiring.Switch: PWMSwitch(role, channel)
    case let motor as Wiring.Motor:
      switch motor.output {
      case .mock: nil
      case .line(let line): PWMVibrationMotor(line, drive: motor.drive)
      case .pwm(let channel): PWMVibrationMotor(channel, drive: motor.drive)
      }
    case .alsa(let card) as Wiring.Speaker: ALSAOutput(card)
    case .ht16k33(let bus, let addresses, let shape) as Wiring.Display:
      HT16K33(bus: LinuxI2CBus(bus), addresses: addresses.map { UInt8($0) }, shape: shape)
    case .tm1637(let clock, let data, let shape, let order) as Wiring.Display:
      BlinkingDisplay(TM1637(lines: GPIOTwoLines(clock: clock, data: data), shape: shape, order: order))
    case .v4l2(let identity) as Wiring.Camera: CameraSource.device(identity)
    case .iio(let device) as Wiring.Light: IIOLightSensor(device: device)
    case .linux(let interface, let device) as Wiring.Room: LinuxRoomSensor(interface, device: device)
    case .hwmon(let device) as Wiring.Power: HwmonPowerMonitor(device: device)
    case .line(let line, let debounce) as Wiring.Button: GPIOButton(line, debounce: debounce)
    default: nil
    }
  }
}
