import Boards
import Control
import Glibc
import Hardware
import LinuxHardware
import Machine
import MockHardware

/// The devices of a board; `nil` if not fitted.
struct Board: Sendable {
  var name: String
  var file: String?
  /// Likely problems of a board that works.
  var warnings: [String]
  private var devices: [DeviceRole: any Sendable] = [:]
  var displayShape: DisplayShape?
  var mock: MockBoard?
  var isMock: Bool
  /// The card whose mixer the speaker uses, or `nil` for none or a mock.
  var soundCard: ALSACard?
  var needs: BoardNeeds
  private var degradations: [DeviceRole: String] = [:]

  func has(_ role: DeviceRole) -> Bool { devices[role] != nil }

  private func device<Device>(_ role: DeviceRole) -> Device? { devices[role] as? Device }

  var buzzer: (any SwitchedDevice)? { device(.buzzer) }
  var vibration: (any VibrationMotor)? { device(.vibration) }
  var speaker: (any AudioOutput)? { device(.speaker) }
  var display: (any SegmentDisplay)? { device(.display) }
  var lamp: (any SwitchedDevice)? { device(.lamp) }
  var camera: CameraSource? { device(.camera) ?? device(.camera).map { .fed($0) } }
  var light: (any LightSensor)? { device(.light) }
  var room: (any RoomSensor)? { device(.room) }
  var power: (any PowerMonitor)? { device(.power) }
  var button: (any Button)? { device(.button) }

  mutating func fit(_ role: DeviceRole, _ device: (any Sendable)?) { devices[role] = device }

  var fitting: Fitting {
    Fitting(board: name, file: file, roles: Set(DeviceRole.allCases.filter(has)), displayShape: displayShape)
  }

  func degradation(of role: DeviceRole) -> String? { degradations[role] }

  func note(of role: DeviceRole) -> String? {
    guard role == .display, let display = display as? HT16K33, display.isWrittenUnread else { return nil }
    return "it works, but cannot be read back, like some copies of the HT16K33: each change rewrites the whole display"
  }

  /// Creates the board that a file describes, without opening anything.
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

enum CameraSource: Sendable {
  /// A camera in the daemon (the mock board's), whose frames it passes to `rouse-scan`.
  case fed(any Camera)
  /// A camera that `rouse-scan` opens itself. The daemon never touches it.
  case device(CameraIdentity)
}

/// Separate from the wirings, because the fuzzers read board files without linking drivers.
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

enum BoardChoice {
  static let systemFile = BoardPlace.file

  /// Returns the given board, or the machine's, or without systemd the mock board.
  static func board(_ given: String?, time: any TimeSource) throws(ControlError) -> Board {
    if given == "mock" { return try mock(time) }
    if let given { return try read(given, time) }
    if access(systemFile, F_OK) == 0 { return try read(systemFile, time) }
    // INVOCATION_ID is set for every unit (systemd.exec(5)).
    guard getenv("INVOCATION_ID") == nil else {
      throw ControlError(
        .badConfiguration, "there is no board file \(systemFile)",
        why: "the service would ring on the mock board, which makes no noise",
        fix:
          "put your board's file there: \(BoardPlace().command); or ask for the mock board: `rouse daemon --board mock`"
      )
    }
    return try mock(time)
  }

  /// Returns the devices that ringing needs, from the board file or from the copy of the last good one.
  static func essentials(
    _ given: String?, copy: String, time: any TimeSource
  ) throws(ControlError) -> Board {
    if given == "mock" { return try mock(time) }
    for path in [given ?? systemFile, copy] {
      do {
        return Board(try BoardFile.essentials(of: try Descriptor.contents(of: path)), path: path, time: time)
      } catch {
        // If the copy cannot be used either, the problem of the file itself is reported below.
      }
    }
    return try board(given, time: time)
  }

  private static func mock(_ time: any TimeSource) throws(ControlError) -> Board {
    Board(try parse(Array(BoardFile.mock.utf8), path: nil), path: nil, time: time)
  }

  private static func read(_ path: String, _ time: any TimeSource) throws(ControlError) -> Board {
    Board(try file(at: path), path: path, time: time)
  }

  static func file(at path: String) throws(ControlError) -> BoardFile {
    let text: [UInt8]
    do { text = try Descriptor.contents(of: path) } catch {
      throw ControlError(
        error.code == ENOENT ? .noSuchFile : .badConfiguration, "the board file \(path) cannot be read",
        why: [ENOENT: "there is no such file", EISDIR: "it is a folder", EINVAL: "it is a pipe, a socket or a device"][
          error.code] ?? error.description,
        fix: "give the path of a board file, or `--board mock`")
    }
    return try parse(text, path: path)
  }

  private static func parse(_ text: [UInt8], path: String?) throws(ControlError) -> BoardFile {
    do { return try BoardFile.parse(text) } catch {
      throw ControlError(
        .badConfiguration, "the board file \(path ?? "mock") is not valid", why: error.description,
        fix: "correct it; `board/` in the sources of Rouse has a file for every board that is known")
    }
  }
}
