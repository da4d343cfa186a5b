import Hardware
import JSON5Files
import LinuxHardware

extension Wiring {
  enum Light: Hashable, DeviceWiring {
    case mock
    /// nil: the first that measures illuminance.
    case iio(device: String?)

    var isMock: Bool { self == .mock }
  }

  enum Room: Hashable, DeviceWiring {
    case mock
    case linux(LinuxRoomSensor.Interface, device: String)

    var isMock: Bool { self == .mock }
  }

  enum Power: Hashable, DeviceWiring {
    case mock
    case hwmon(device: String)

    var isMock: Bool { self == .mock }
  }

  enum Button: Hashable, DeviceWiring {
    case mock
    case line(GPIOLine, debounce: Duration)

    var isMock: Bool { self == .mock }
    var lines: [GPIOLine] { if case .line(let line, _) = self { [line] } else { [] } }
  }
}

// MARK: Reading them

extension Wiring.Light {
  init(from decoder: any Decoder) throws {
    guard let fields = try Fields(decoder, drivers: ["iio"], keys: ["device"]) else {
      self = .mock
      return
    }
    let device = try fields.optionalText("device")
    self = .iio(device: device == "any" ? nil : device)
  }
}

extension Wiring.Room {
  init(from decoder: any Decoder) throws {
    let drivers = LinuxRoomSensor.Interface.allCases.map(\.rawValue)
    guard let fields = try Fields(decoder, drivers: drivers, keys: ["device"]),
      let interface = LinuxRoomSensor.Interface(rawValue: try fields.text("driver"))
    else {
      self = .mock
      return
    }
    self = .linux(interface, device: try fields.text("device"))
  }
}

extension Wiring.Power {
  init(from decoder: any Decoder) throws {
    guard let fields = try Fields(decoder, drivers: ["hwmon"], keys: ["device"]) else {
      self = .mock
      return
    }
    self = .hwmon(device: try fields.optionalText("device") ?? HwmonPowerMonitor.usualDevice)
  }
}

extension Wiring.Button {
  init(from decoder: any Decoder) throws {
    guard let fields = try Fields(decoder, drivers: ["gpio"], keys: lineKeys + ["debounceMilliseconds"]) else {
      self = .mock
      return
    }
    self = .line(
      try GPIOLine(fields),
      debounce: .milliseconds(try fields.number("debounceMilliseconds", in: 1...500, default: 20)))
  }
}

extension GPIOLine {
  /// Of the keys `lineKeys`.
  init(_ fields: Fields) throws {
    self.init(
      chip: try fields.text("chip"), line: try fields.required("line", as: LineSelector.self).selector,
      isActiveLow: try fields.optional("activeLow") ?? false, bias: try fields.choice("bias", default: .asIs))
  }

  /// `17`, or `"GPIO17"`.
  struct LineSelector: Decodable {
    var selector: GPIOLine.Selector

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      do {
        selector = .offset(try value.decode(Int.self))
      } catch DecodingError.typeMismatch {
        selector = .name(try value.decode(String.self))
      }
      if case .offset(0...511) = selector { return }
      if case .name(let name) = selector, !name.isEmpty { return }
      throw BoardFileProblem("it has to be a line's number, from 0 to 511, or its name", at: decoder.codingPath)
    }
  }
}
