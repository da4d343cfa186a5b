import Hardware

/// A light sensor with a driver in the kernel's industrial I/O subsystem: bh1750, opt3001, tsl2561, veml7700 and
/// others.
public final class IIOLightSensor: LightSensor {
  private let files: SensorFiles
  private let channel: Reopened<SensorChannel>

  /// - Parameter device: the name from the driver or the device tree, or `nil` for the first sensor that measures
  ///   illuminance.
  public init(device: String?, root: String = "") {
    let files = SensorFiles(.light, .iio, root: root)
    self.files = files
    channel = Reopened { () throws(HardwareError) in
      for (path, names) in try files.devices(named: device) {
        if let channel = SensorChannel(iio: "in_illuminance", at: path, files: names) { return channel }
      }
      throw files.absence(of: device, "a light sensor")
    }
  }

  /// Throws ENODEV if there is no sensor; EREMOTEIO, EIO or ETIMEDOUT if the chip does not answer.
  public func illuminance() throws(HardwareError) -> Double {
    // A dark offset can make the result negative.
    try channel.use { channel throws(HardwareError) in max(0, try channel.value(files)) }
  }
}
