import Hardware
import Synchronization

/// A light sensor with a driver in the kernel's industrial I/O subsystem: bh1750, opt3001, tsl2561, veml7700 and
/// others.
public final class IIOLightSensor: LightSensor {
  private let device: String?
  private let files: SensorFiles
  /// Found by the first call, and again by the first call after a failure.
  private let channel = Mutex<SensorChannel?>(nil)

  /// - Parameter device: the name from the driver or the device tree, or `nil` for the first sensor that measures
  ///   illuminance.
  public init(device: String?, root: String = "") {
    self.device = device
    files = SensorFiles(.light, .iio, root: root)
  }

  /// Throws ENODEV if there is no sensor; EREMOTEIO, EIO or ETIMEDOUT if the chip does not answer.
  public func illuminance() throws(HardwareError) -> Double {
    try channel.withLock { channel throws(HardwareError) in
      do throws(HardwareError) {
        if channel == nil { channel = try find() }
        guard let found = channel else { throw absence }
        // A dark offset can make the result negative.
        return max(0, try found.value(files))
      } catch {
        channel = nil
        throw error
      }
    }
  }

  private func find() throws(HardwareError) -> SensorChannel {
    for (path, names) in try files.devices(named: device) {
      if let channel = SensorChannel(iio: "in_illuminance", at: path, files: names) { return channel }
    }
    throw absence
  }

  private var absence: HardwareError { files.absence(of: device, "a light sensor") }
}
