import Hardware
import JSON5Files
import LinuxHardware
import MockHardware

/// The connection of a device, as its board file describes it.
protocol DeviceWiring: Decodable, Sendable {
  var isMock: Bool { get }
  /// The GPIO lines, which no other device may use.
  var lines: [GPIOLine] { get }
  /// The PWM channel, which no other device may use.
  var channel: PWMChannel? { get }
}

extension DeviceWiring {
  var lines: [GPIOLine] { [] }
  var channel: PWMChannel? { nil }
}

extension DeviceRole {
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
  /// The connection of a buzzer or a lamp.
  enum Switch: Hashable, DeviceWiring {
    case mock
    case line(GPIOLine)
    /// A passive buzzer at its pitch, or a lamp.
    case pwm(PWMChannel)

    var isMock: Bool { self == .mock }
    var lines: [GPIOLine] { if case .line(let line) = self { [line] } else { [] } }
    var channel: PWMChannel? { if case .pwm(let channel) = self { channel } else { nil } }

    init(from decoder: any Decoder) throws {
      try self.init(from: decoder, further: [], frequency: 2700)
    }

    /// `further`: keys its caller reads. `frequency`: of PWM in hertz; most passive buzzers are loudest at 2.7 kHz.
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

  struct Motor: Hashable, DeviceWiring {
    /// A GPIO line is driven by software PWM.
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

    init(from decoder: any Decoder) throws {
      self =
        try Fields(decoder, drivers: ["alsa"], keys: ["card", "mixer", "level"]).map { fields in
          .alsa(
            ALSACard(
              card: try fields.text("card"), mixer: try fields.optionalText("mixer"),
              level: try fields.number("level", in: 1...100, default: 100)))
        } ?? .mock
    }
  }

  enum Camera: Hashable, DeviceWiring {
    case mock
    case v4l2(CameraIdentity)

    var isMock: Bool { self == .mock }

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

  enum Display: Hashable, DeviceWiring {
    case mock(DisplayShape)
    /// - Parameter addresses: one chip, or two side by side, the left one first.
    case ht16k33(bus: String, addresses: [Int], shape: DisplayShape)
    /// - Parameter order: the place on the chip of each digit, from the left.
    case tm1637(clock: GPIOLine, data: GPIOLine, shape: DisplayShape, order: [Int])

    var isMock: Bool { if case .mock = self { true } else { false } }

    var shape: DisplayShape {
      switch self {
      case .mock(let shape), .ht16k33(_, _, let shape), .tm1637(_, _, let shape, _): shape
      }
    }

    var lines: [GPIOLine] { if case .tm1637(let clock, let data, _, _) = self { [clock, data] } else { [] } }

    init(from decoder: any Decoder) throws {
      switch try Fields.driver(of: decoder, among: ["ht16k33", "tm1637", "mock"]) {
      case "ht16k33":
        let fields = try Fields(decoder, known: ["driver", "bus", "address"] + shapeKeys)
        let addresses = try fields.optional("address", as: Addresses.self)?.list ?? [Addresses.range.lowerBound]
        self = .ht16k33(
          bus: try fields.text("bus"), addresses: addresses,
          shape: try fields.shape(digits: 4 * addresses.count) { segments, digits in
            HT16K33.usualShape(segments, digits: digits, chips: addresses.count).map { ($0, $0.colons) }
          })
      case "tm1637": self = try Self.tm1637(of: decoder)
      default:
        let fields = try Fields(decoder, known: ["driver"] + shapeKeys)
        self = .mock(
          try fields.shape(digits: 4) { segments, digits in
            MockBoard.usualShape(segments, digits: digits).map { ($0, Set(1..<digits)) }
          })
      }
    }

    private static func tm1637(of decoder: any Decoder) throws -> Self {
      let fields = try Fields(
        decoder, known: ["driver", "chip", "clock", "data", "order"] + shapeKeys.filter { $0 != "glyphs" })
      let chip = try fields.text("chip")
      func line(_ key: String) throws -> GPIOLine {
        GPIOLine(chip: chip, line: try fields.required(key, as: GPIOLine.Selector.self), bias: .pullUp)
      }
      let (clock, data) = (try line("clock"), try line("data"))
      guard clock != data else { throw fields.problem("data", "it cannot be the line of the clock") }
      let shape = try fields.shape(digits: 4) { _, digits in
        TM1637.usualShape(digits: digits).map { ($0, Set(1..<digits)) }
      }
      guard shape.colons.isDisjoint(with: shape.dots) else {
        throw fields.problem("dots", "a digit has either a colon behind it or a dot, which are one wire on a TM1637")
      }
      let places = Array(1...shape.digits)
      let order: [Int] = try fields.optional("order") ?? TM1637.usualOrder(digits: shape.digits)
      guard order.sorted() == places else {
        throw fields.problem(
          "order", "it has to be each of \(places) once, as [3, 2, 1, 6, 5, 4] on modules of six digits")
      }
      return .tm1637(clock: clock, data: data, shape: shape, order: order)
    }

    /// Either `0x70` or `[0x70, 0x71]`.
    private struct Addresses: Decodable {
      static let range = Int(HT16K33.addresses.lowerBound)...Int(HT16K33.addresses.upperBound)

      var list: [Int]

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do { list = [try value.decode(Int.self)] } catch DecodingError.typeMismatch {
          list = try value.decode([Int].self)
        }
        guard (1...2).contains(list.count), Set(list).count == list.count, list.allSatisfy(Self.range.contains) else {
          throw BoardFileProblem(
            "it has to be from \(Self.range.lowerBound) to \(Self.range.upperBound) (0x70 to 0x77), or two of them for two "
              + "chips side by side, the left one first: [0x70, 0x71]", at: decoder.codingPath)
        }
      }
    }
  }

  enum Light: Hashable, DeviceWiring {
    case mock
    /// `nil` for the first sensor that measures illuminance.
    case iio(device: String?)

    var isMock: Bool { self == .mock }

    init(from decoder: any Decoder) throws {
      self =
        try Fields(decoder, drivers: ["iio"], keys: ["device"]).map { fields in
          let device = try fields.optionalText("device")
          return .iio(device: device == "any" ? nil : device)
        } ?? .mock
    }
  }

  enum Room: Hashable, DeviceWiring {
    case mock
    case linux(LinuxRoomSensor.Interface, device: String)

    var isMock: Bool { self == .mock }

    init(from decoder: any Decoder) throws {
      let drivers = LinuxRoomSensor.Interface.allCases.map(\.rawValue)
      self =
        try Fields(decoder, drivers: drivers, keys: ["device"]).flatMap { fields in
          try LinuxRoomSensor.Interface(rawValue: try fields.text("driver")).map { interface in
            .linux(interface, device: try fields.text("device"))
          }
        } ?? .mock
    }
  }

  enum Power: Hashable, DeviceWiring {
    case mock
    case hwmon(device: String)

    var isMock: Bool { self == .mock }

    init(from decoder: any Decoder) throws {
      self =
        try Fields(decoder, drivers: ["hwmon"], keys: ["device"]).map { fields in
          .hwmon(device: try fields.optionalText("device") ?? HwmonPowerMonitor.usualDevice)
        } ?? .mock
    }
  }

  enum Button: Hashable, DeviceWiring {
    case mock
    case line(GPIOLine, debounce: Duration)

    var isMock: Bool { self == .mock }
    var lines: [GPIOLine] { if case .line(let line, _) = self { [line] } else { [] } }

    init(from decoder: any Decoder) throws {
      self =
        try Fields(decoder, drivers: ["gpio"], keys: lineKeys + ["debounceMilliseconds"]).map { fields in
          .line(
            try GPIOLine(fields),
            debounce: .milliseconds(try fields.number("debounceMilliseconds", in: 1...500, default: 20)))
        } ?? .mock
    }
  }
}

let lineKeys = ["chip", "line", "activeLow", "bias"]
private let channelKeys = ["device", "channel", "frequency"]

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

private let shapeKeys = ["glyphs", "digits", "colons", "dots"]

extension Fields {
  /// Reads the shape of a display. What the file does not say, such as `digits`, has the driver's default.
  /// `usual` returns the shape and the digits that can have a colon behind them, or `nil` if no display has so many.
  fileprivate func shape(
    digits fallback: Int, usual: (DisplayShape.Segments, Int) -> (shape: DisplayShape, colons: Set<Int>)?
  ) throws -> DisplayShape {
    let segments: DisplayShape.Segments = try choice("glyphs", default: .seven)
    let digits = try number("digits", in: 1...64, default: fallback)
    guard let (usualShape, possible) = usual(segments, digits) else {
      let counts = DisplayShape.counts.filter { usual(segments, $0) != nil }.map(String.init).joined(separator: ", ")
      throw problem("digits", counts.contains(",") ? "it has to be one of: \(counts)" : "it has to be \(counts)")
    }
    var shape = usualShape
    if let colons: [Int] = try optional("colons") {
      guard possible.isSuperset(of: colons) else {
        let places = possible.sorted().map(String.init).joined(separator: ", ")
        throw problem(
          "colons",
          possible.isEmpty
            ? "such a display has none: leave it out"
            : "it has to be a list of the digits that a colon stands behind, among: \(places)")
      }
      shape.colons = Set(colons)
    }
    if let dots: [Int] = try optional("dots") {
      guard Set(1...digits).isSuperset(of: dots) else {
        throw problem("dots", "it has to be a list of the digits that have a dot, from 1 to \(digits), as in [1, 2]")
      }
      shape.dots = Set(dots)
    }
    return shape
  }
}

extension GPIOLine {
  init(_ fields: Fields) throws {
    self.init(
      chip: try fields.text("chip"), line: try fields.required("line", as: Selector.self),
      isActiveLow: try fields.optional("activeLow") ?? false, bias: try fields.choice("bias", default: .asIs))
  }
}

/// Either `17` or `"GPIO17"`.
extension GPIOLine.Selector: Decodable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do {
      self = .offset(try value.decode(Int.self))
    } catch DecodingError.typeMismatch {
      self = .name(try value.decode(String.self))
    }
    if case .offset(0...511) = self { return }
    if case .name(let name) = self, !name.isEmpty { return }
    throw BoardFileProblem("it has to be a line's number, from 0 to 511, or its name", at: decoder.codingPath)
  }
}
