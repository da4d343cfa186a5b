import Hardware
import Synchronization

/// A sensor for temperature and perhaps humidity, through hwmon (lm75, sht3x, DS18B20) or IIO (bme280, dht11).
public final class LinuxRoomSensor: RoomSensor {
  /// The kernel interface that provides the sensor.
  public enum Interface: String, CaseIterable, Hashable, Sendable {
    case iio, hwmon
  }

  private struct Channels {
    var temperature: SensorChannel
    var humidity: SensorChannel?
  }

  private let interface: Interface
  private let device: String
  private let files: SensorFiles
  /// Found by the first call, and again by the first call after a failure.
  private let channels = Mutex<Channels?>(nil)

  /// - Parameter device: the name from the driver or the device tree. Required, because another sensor could be the
  ///   computer's own, which is hot.
  public init(_ interface: Interface, device: String, root: String = "") {
    self.interface = interface
    self.device = device
    files = SensorFiles(.room, interface == .iio ? .iio : .hwmon, root: root)
  }

  /// Throws ENODEV if there is no sensor; EREMOTEIO, EIO or ETIMEDOUT if the chip does not answer.
  public func climate() throws(HardwareError) -> RoomClimate {
    try channels.withLock { channels throws(HardwareError) in
      do throws(HardwareError) {
        if channels == nil { channels = try find() }
        guard let found = channels else { throw absence }
        // Both interfaces report thousandths.
        let temperature = try found.temperature.value(files) / 1000
        let humidity = try found.humidity.map { channel throws(HardwareError) in try channel.value(files) / 1000 }
        return RoomClimate(temperature: temperature, humidity: humidity.map { min(max($0, 0), 100) })
      } catch {
        channels = nil
        throw error
      }
    }
  }

  private func find() throws(HardwareError) -> Channels {
    for (path, names) in try files.devices(named: device) {
      func channel(_ hwmon: String, _ iio: String) -> SensorChannel? {
        switch interface {
        case .iio: SensorChannel(iio: iio, at: path, files: names)
        case .hwmon: names.contains(hwmon) ? .input("\(path)/\(hwmon)") : nil
        }
      }
      if let temperature = channel("temp1_input", "in_temp") {
        return Channels(
          temperature: temperature, humidity: channel("humidity1_input", "in_humidityrelative"))
      }
    }
    throw absence
  }

  private var absence: HardwareError { files.absence(of: device, "a sensor of temperature") }
}
