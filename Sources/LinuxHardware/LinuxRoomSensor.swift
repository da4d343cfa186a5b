import Hardware

/// A sensor for temperature and perhaps humidity, through hwmon (lm75, sht3x, DS18B20) or IIO (bme280, dht11).
public final class LinuxRoomSensor: RoomSensor {
  public enum Interface: String, CaseIterable, Hashable, Sendable {
    case iio, hwmon
  }

  private struct Channels: Sendable {
    var temperature: SensorChannel
    var humidity: SensorChannel?
  }

  private let files: SensorFiles
  private let channels: Reopened<Channels>

  /// - Parameter device: the driver's or device tree's name. Required, because the computer's own sensor is hot.
  public init(_ interface: Interface, device: String, root: String = "") {
    let files = SensorFiles(.room, interface, root: root)
    self.files = files
    channels = Reopened { () throws(HardwareError) in
      try files.first(named: device, "a temperature sensor") { path, names in
        func channel(_ hwmon: String, _ iio: String) -> SensorChannel? {
          switch interface {
          case .iio: SensorChannel(iio: iio, at: path, files: names)
          case .hwmon: names.contains(hwmon) ? SensorChannel(path: "\(path)/\(hwmon)") : nil
          }
        }
        return channel("temp1_input", "in_temp").map { temperature in
          Channels(temperature: temperature, humidity: channel("humidity1_input", "in_humidityrelative"))
        }
      }
    }
  }

  /// Throws ENODEV if there is no sensor; EREMOTEIO, EIO or ETIMEDOUT if the chip does not answer.
  public func climate() throws(HardwareError) -> RoomClimate {
    try channels.use { channels throws(HardwareError) in
      // Both interfaces report thousandths.
      let temperature = try channels.temperature.value(files) / 1000
      let humidity = try channels.humidity.map { channel throws(HardwareError) in try channel.value(files) / 1000 }
      return RoomClimate(temperature: temperature, humidity: humidity.map { min(max($0, 0), 100) })
    }
  }
}
