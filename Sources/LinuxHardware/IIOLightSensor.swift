import Hardware

/// A light sensor driven by the kernel's industrial I/O subsystem: bh1750, opt3001, tsl2561, veml7700 and others.
public final class IIOLightSensor: LightSensor {
  private let files: SensorFiles
  private let channel: Reopened<SensorChannel>

  /// - Parameter device: the driver's or device tree's name, or `nil` for the first sensor that measures illuminance.
  public init(device: String?, root: String = "") {
    let files = SensorFiles(.light, .iio, root: root)
    self.files = files
    channel = Reopened { () throws(HardwareError) in
      try files.first(named: device, "a light sensor") { SensorChannel(iio: "in_illuminance", at: $0, files: $1) }
    }
  }

  /// Throws ENODEV if there is no sensor; EREMOTEIO, EIO or ETIMEDOUT if the chip does not answer.
  public func illuminance() throws(HardwareError) -> Double {
    // A dark offset can make the result negative.
    try channel.use { channel throws(HardwareError) in max(0, try channel.value(files)) }
  }
}
