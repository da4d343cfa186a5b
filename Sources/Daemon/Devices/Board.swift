import Hardware
import MockHardware

/// The devices of a board; nil: not fitted.
struct Board: Sendable {
  var name: String
  /// The board file it was read from.
  var file: String?
  var buzzer: (any Buzzer)?
  var vibration: (any VibrationMotor)?
  var speaker: (any AudioOutput)?
  var display: (any SegmentDisplay)?
  var lamp: (any Lamp)?
  /// A camera whose frames the daemon hands to `rouse-scan`.
  var camera: (any Camera)?
  /// The mocks behind the devices, for those who drive them.
  var mock: MockBoard?

  /// Whether a device is part of the board.
  func has(_ role: DeviceRole) -> Bool {
    switch role {
    case .buzzer: buzzer != nil
    case .vibration: vibration != nil
    case .speaker: speaker != nil
    case .display: display != nil
    case .lamp: lamp != nil
    case .camera: camera != nil
    }
  }

  /// The board that a file describes, or the whole mock board without one.
  init(_ file: BoardFile, path: String?, time: any TimeSource) {
    let duty = file.vibration?.duty ?? BoardFile.Duty()
    var clock = MockClock.system
    clock.wallNow = { time.now.nanoseconds }
    let mock = MockBoard(clock: clock, duty: [.light: duty.light, .medium: duty.medium, .strong: duty.strong])
    name = file.name
    self.file = path
    self.mock = mock
    if file.buzzer != nil { buzzer = mock.buzzer }
    if file.vibration != nil { vibration = mock.vibration }
    if file.speaker != nil { speaker = mock.speaker }
    if file.display != nil { display = mock.display }
    if file.lamp != nil { lamp = mock.lamp }
    if file.camera != nil { camera = mock.camera }
  }
}
