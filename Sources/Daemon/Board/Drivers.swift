import Hardware
import LinuxHardware

/// A wiring that is more than read: the fuzzers read board files and link no driver.
protocol DrivenWiring: DeviceWiring {
  /// The device behind its driver, not opened yet, or `nil` if it is the mock.
  func driver(for role: DeviceRole) -> (any Sendable)?
}

extension Wiring.Switch: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    switch self {
    case .mock: nil
    case .line(let line): GPIOSwitch(role, line)
    case .pwm(let channel): PWMSwitch(role, channel)
    }
  }
}

extension Wiring.Motor: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    switch output {
    case .mock: nil
    case .line(let line): PWMVibrationMotor(line, drive: drive)
    case .pwm(let channel): PWMVibrationMotor(channel, drive: drive)
    }
  }
}

extension Wiring.Speaker: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    if case .alsa(let card) = self { ALSAOutput(card) } else { nil }
  }
}

extension Wiring.Display: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    switch self {
    case .mock: nil
    case .ht16k33(let bus, let addresses, let shape):
      HT16K33(bus: LinuxI2CBus(bus), addresses: addresses.map { UInt8($0) }, shape: shape)
    case .tm1637(let clock, let data, let shape, let order):
      BlinkingDisplay(TM1637(lines: GPIOTwoLines(clock: clock, data: data), shape: shape, order: order))
    }
  }
}

extension Wiring.Camera: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    if case .v4l2(let identity) = self { CameraSource.device(identity) } else { nil }
  }
}

extension Wiring.Light: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    if case .iio(let device) = self { IIOLightSensor(device: device) } else { nil }
  }
}

extension Wiring.Room: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    if case .linux(let interface, let device) = self { LinuxRoomSensor(interface, device: device) } else { nil }
  }
}

extension Wiring.Power: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    if case .hwmon(let device) = self { HwmonPowerMonitor(device: device) } else { nil }
  }
}

extension Wiring.Button: DrivenWiring {
  func driver(for role: DeviceRole) -> (any Sendable)? {
    if case .line(let line, let debounce) = self { GPIOButton(line, debounce: debounce) } else { nil }
  }
}
