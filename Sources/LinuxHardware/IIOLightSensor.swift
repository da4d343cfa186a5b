import Hardware
import Synchronization

/// A light sensor of the kernel's industrial I/O: bh1750, opt3001, tsl2561, veml7700 and others.
public final class IIOLightSensor: LightSensor {
  private let device: String?
  private let files: SensorFiles
  /// Found at the first call, and anew at the first call after a failure.
  private let channel = Mutex<SensorChannel?>(nil)

  /// Touches nothing.
  ///
  /// - Parameters:
  ///   - device: what its driver calls it, or the device tree; nil: the first that measures illuminance.
  ///   - root: where `/sys` is.
  public init(device: String?, root: String = "") {
    self.device = device
    files = SensorFiles(.light, .iio, root: root)
  }

  /// Throws ENODEV: there is none; EREMOTEIO, EIO, ETIMEDOUT: the chip does not answer.
  public func illuminance() throws(HardwareError) -> Double {
    try channel.withLock { channel throws(HardwareError) in
      do throws(HardwareError) {
        if channel == nil { channel = try find() }
        guard let found = channel else { throw absence }
        // Below its darkness, which a chip gives for 0, there is no light.
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
