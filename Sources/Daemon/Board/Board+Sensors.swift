import Hardware
import LinuxHardware
import MockHardware

extension Board {
  static func light(_ light: Wiring.Light, _ mock: MockBoard) -> any LightSensor {
    switch light {
    case .mock: mock.light
    case .iio(let device): IIOLightSensor(device: device)
    }
  }

  static func room(_ room: Wiring.Room, _ mock: MockBoard) -> any RoomSensor {
    switch room {
    case .mock: mock.room
    case .linux(let interface, let device): LinuxRoomSensor(interface, device: device)
    }
  }

  static func power(_ power: Wiring.Power, _ mock: MockBoard) -> any PowerMonitor {
    switch power {
    case .mock: mock.power
    case .hwmon(let device): HwmonPowerMonitor(device: device)
    }
  }

  static func button(_ button: Wiring.Button, _ mock: MockBoard) -> any Button {
    switch button {
    case .mock: mock.button
    case .line(let line, let debounce): GPIOButton(line, debounce: debounce)
    }
  }
}
