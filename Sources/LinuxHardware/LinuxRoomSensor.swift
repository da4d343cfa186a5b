import Hardware
import Synchronization

/// A sensor of temperature, and of humidity where it has it, by hwmon (lm75, sht3x, DS18B20) or IIO (bme280, dht11).
public final class LinuxRoomSensor: RoomSensor {
  /// By what the kernel hands it out.
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
  /// Found at the first call, and anew at the first call after a failure.
  private let channels = Mutex<Channels?>(nil)

  /// Touches nothing.
  ///
  /// - Parameters:
  ///   - device: what its driver calls it, or the device tree: any could be the computer's own, which is hot.
  ///   - root: where `/sys` is.
  public init(_ interface: Interface, device: String, root: String = "") {
    self.interface = interface
    self.device = device
    files = SensorFiles(.room, interface == .iio ? .iio : .hwmon, root: root)
  }

  /// Throws ENODEV: there is none; EREMOTEIO, EIO, ETIMEDOUT: the chip does not answer.
  public func climate() throws(HardwareError) -> RoomClimate {
    try channels.withLock { channels throws(HardwareError) in
      do throws(HardwareError) {
        if channels == nil { channels = try find() }
        guard let found = channels else { throw absence }
        // Both kinds count in thousandths.
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
