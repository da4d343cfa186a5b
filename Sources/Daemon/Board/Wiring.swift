import Hardware
import JSON5Files
import LinuxHardware

/// How a device of a board is reached, as its board file says.
protocol DeviceWiring: Decodable, Sendable {
  var isMock: Bool { get }
  /// The GPIO lines that only one device can have.
  var lines: [GPIOLine] { get }
  /// The PWM channel that only one device can have.
  var channel: PWMChannel? { get }
}

extension DeviceWiring {
  var lines: [GPIOLine] { [] }
  var channel: PWMChannel? { nil }
}

extension DeviceRole {
  /// How the board file says it: the value under the role's name.
  var wiring: any DeviceWiring.Type {
    switch self {
    case .buzzer, .lamp: Wiring.Switch.self
    case .vibration: Wiring.Motor.self
    case .speaker: Wiring.Speaker.self
    case .display: Wiring.Display.self
    case .camera: Wiring.Camera.self
    case .light: Wiring.Light.self
    case .room: Wiring.Room.self
    case .power: Wiring.Power.self
    case .button: Wiring.Button.self
    }
  }
}

enum Wiring {
  /// A buzzer or a lamp: on or off.
  enum Switch: Hashable, DeviceWiring {
    case mock
    case line(GPIOLine)
    /// A passive buzzer at its pitch, or a lamp.
    case pwm(PWMChannel)

    var isMock: Bool { self == .mock }
    var lines: [GPIOLine] { if case .line(let line) = self { [line] } else { [] } }
    var channel: PWMChannel? { if case .pwm(let channel) = self { channel } else { nil } }
  }

  struct Motor: Hashable, DeviceWiring {
    /// By software PWM where it is a GPIO line.
    var output: Switch
    var drive: MotorDrive

    var isMock: Bool { output.isMock }
    var lines: [GPIOLine] { output.lines }
    var channel: PWMChannel? { output.channel }
  }

  enum Speaker: Hashable, DeviceWiring {
    case mock
    case alsa(ALSACard)

    var isMock: Bool { self == .mock }
  }

  enum Camera: Hashable, DeviceWiring {
    case mock
    case v4l2(CameraIdentity)

    var isMock: Bool { self == .mock }
  }
}

// MARK: Reading them

let lineKeys = ["chip", "line", "activeLow", "bias"]
private let channelKeys = ["device", "channel", "frequency"]

extension Wiring.Switch {
  init(from decoder: any Decoder) throws {
    try self.init(from: decoder, further: [], frequency: 2700)
  }

  /// - Parameters:
  ///   - further: keys that the caller reads itself.
  ///   - frequency: what PWM runs at where the file says nothing; 2.7 kHz is where most passive buzzers are loudest.
  fileprivate init(from decoder: any Decoder, further: [String], frequency: Int) throws {
    switch try Fields.driver(of: decoder, among: ["gpio", "pwm", "mock"]) {
    case "gpio":
      let fields = try Fields(decoder, known: ["driver"] + lineKeys + further)
      self = .line(try GPIOLine(fields))
    case "pwm":
      let fields = try Fields(decoder, known: ["driver"] + channelKeys + further)
      self = .pwm(
        PWMChannel(
          device: try fields.text("device"), channel: try fields.number("channel", in: 0...63),
          frequency: try fields.number("frequency", in: 1...100_000, default: frequency)))
    default:
      _ = try Fields(decoder, known: ["driver"] + further)
      self = .mock
    }
  }
}

extension Wiring.Motor {
  init(from decoder: any Decoder) throws {
    let keys = ["duty", "kickMilliseconds", "longestOnSeconds", "dutyShare"]
    // Above 20 kHz a motor does not whine, below some hundred hertz it stutters; small drivers switch 1 kHz cleanly.
    output = try Wiring.Switch(from: decoder, further: keys, frequency: 1000)
    let fields = try Fields(decoder, known: ["driver"] + lineKeys + channelKeys + keys)
    let first = MotorDrive()
    let duty: Duty = try fields.optional("duty") ?? Duty()
    drive = MotorDrive(
      light: duty.light, medium: duty.medium, strong: duty.strong,
      kick: .milliseconds(try fields.number("kickMilliseconds", in: 0...500, default: 80)),
      longestOn: .seconds(try fields.number("longestOnSeconds", in: 1...3600, default: 60)),
      dutyShare: try fields.share("dutyShare", default: first.dutyShare))
  }

  /// The share of the PWM period that each level means.
  private struct Duty: Decodable {
    var light = MotorDrive().light
    var medium = MotorDrive().medium
    var strong = MotorDrive().strong

    init() {}

    init(from decoder: any Decoder) throws {
      let fields = try Fields(decoder, known: ["light", "medium", "strong"])
      light = try fields.share("light", default: light)
      medium = try fields.share("medium", default: medium)
      strong = try fields.share("strong", default: strong)
      guard light < medium, medium < strong else {
        throw BoardFileProblem("the duties have to rise: light < medium < strong", at: decoder.codingPath)
      }
    }
  }
}

extension Wiring.Speaker {
  init(from decoder: any Decoder) throws {
    guard let fields = try Fields(decoder, drivers: ["alsa"], keys: ["card", "mixer", "level"]) else {
      self = .mock
      return
    }
    self = .alsa(
      ALSACard(
        card: try fields.text("card"), mixer: try fields.optionalText("mixer"),
        level: try fields.number("level", in: 1...100, default: 100)))
  }
}

extension Wiring.Camera {
  init(from decoder: any Decoder) throws {
    guard let fields = try Fields(decoder, drivers: ["v4l2"], keys: ["camera"]) else {
      self = .mock
      return
    }
    let text: String = try fields.optional("camera") ?? "any"
    guard let identity = CameraIdentity(text) else {
      throw fields.problem("camera", "it has to be `any`, a USB identity as `046d:0825` (see `lsusb`), or a path")
    }
    self = .v4l2(identity)
  }
}
