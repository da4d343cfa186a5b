import Hardware

/// The processor temperature: thermal zone `cpu-thermal`, shown as a hwmon device (drivers/thermal/thermal_hwmon.c).
public struct ProcessorThermometer: Sendable {
  private let files: SensorFiles

  public init(root: String = "") { files = SensorFiles(.power, .hwmon, root: root) }

  /// Degrees Celsius, or `nil` if it is not measured or cannot be read now. Nothing depends on it.
  public var temperature: Double? {
    do throws(HardwareError) {
      let file = try files.first(named: "cpu_thermal", "a thermometer") { path, names in
        names.contains("temp1_input") ? "\(path)/temp1_input" : nil
      }
      return try files.number(file) / 1000
    } catch {
      // Callers treat the temperature as optional.
      return nil
    }
  }
}
