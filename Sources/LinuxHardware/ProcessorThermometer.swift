import Hardware

/// How hot the processor is, as the kernel measures it on a single board: of its thermal zone `cpu-thermal` it makes a monitor
/// of hardware of nearly the same name (its drivers/thermal/thermal_hwmon.c).
public struct ProcessorThermometer: Sendable {
  private static let device = "cpu_thermal"
  private let files: SensorFiles

  /// Touches nothing.
  ///
  /// - Parameter root: where `/sys` is.
  public init(root: String = "") { files = SensorFiles(.power, .hwmon, root: root) }

  /// In degrees Celsius; nil: nobody measures it, or it cannot be read now. Nothing fails for want of it.
  public var temperature: Double? {
    do throws(HardwareError) {
      for (path, names) in try files.devices(named: Self.device) where names.contains("temp1_input") {
        return try files.number("\(path)/temp1_input") / 1000
      }
    } catch {
      // Whoever asks has more to say than this.
    }
    return nil
  }
}
