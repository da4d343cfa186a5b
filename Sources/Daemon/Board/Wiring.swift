import Hardware
import JSON5Files
import LinuxHardware

/// How each device of a board is reached, as its board file says.
enum Wiring {
  /// A buzzer or a lamp: on or off.
  enum Switch: Hashable, Sendable {
    case mock
    case line(GPIOLine)
    /// A passive buzzer at its pitch, or a lamp.
    case pwm(PWMChannel)
  }

  struct Motor: Hashable, Sendable {
    /// By software PWM where it is a GPIO line.
    var output: Switch
    var drive: MotorDrive
  }

  enum Speaker: Hashable, Sendable {
    case mock
    case alsa(ALSACard)
  }

  enum Camera: Hashable, Sendable {
    case mock
    case v4l2(CameraIdentity)
  }
}

// MARK: Reading them

let lineKeys = ["chip", "line", "activeLow", "bias"]
private let channelKeys = ["device", "channel", "frequency"]

extension Wiring.Switch: Decodable {
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

extension Wiring.Motor: Decodable {
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

extension Wiring.Speaker: Decodable {
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

extension Wiring.Camera: Decodable {
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
