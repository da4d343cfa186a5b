import Glibc
import Hardware
import Synchronization

/// The supply voltage as judged by the firmware of a Raspberry Pi (kernel drivers/hwmon/raspberrypi-hwmon.c). A sysfs
/// file reports whether it was too low within the last two seconds, and notifies pollers of changes.
public final class HwmonPowerMonitor: PowerMonitor {
  /// The driver's name on a Raspberry Pi.
  public static let usualDevice = "rpi_volt"

  private struct State {
    /// The last result of `strain()`.
    var told: Bool?
    var event: WaitEvent?
    /// Whether `wake` was called before the event existed.
    var wasWoken = false
  }

  private let device: String
  private let files: SensorFiles
  private let thermometer: ProcessorThermometer
  private let state = Mutex(State())

  public init(device: String = usualDevice, root: String = "") {
    self.device = device
    files = SensorFiles(.power, .hwmon, root: root)
    thermometer = ProcessorThermometer(root: root)
  }

  /// Throws ENODEV if there is no monitor.
  public func strain() throws(HardwareError) -> BoardStrain {
    let isLow = try files.number(try find()) != 0
    state.withLock { $0.told = isLow }
    return BoardStrain(isPowerLow: isLow, processorTemperature: thermometer.temperature)
  }

  public func waitForChange(atMost span: Duration) throws(HardwareError) {
    let path = try find()
    let (event, wasWoken) = try state.withLock { state throws(HardwareError) in
      defer { state.wasWoken = false }
      if state.event == nil { state.event = try WaitEvent(.power) }
      return (state.event, state.wasWoken)
    }
    guard let event, !wasWoken else { return }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw HardwareError(.power, "watching \(path)", code: errno) }
    defer { close(file) }
    // Polling reports changes after this read; a change before it returns at once.
    var byte: UInt8 = 0
    guard read(file, &byte, 1) >= 0 else { throw HardwareError(.power, "watching \(path)", code: errno) }
    let isLow = byte != UInt8(ascii: "0")
    guard state.withLock({ $0.told }).map({ $0 == isLow }) ?? true else { return }
    _ = event.wait(for: file, POLLPRI, atMost: span)
  }

  public func wake() {
    let event = state.withLock { state in
      state.wasWoken = state.event == nil
      return state.event
    }
    event?.signal()
  }

  private func find() throws(HardwareError) -> String {
    try files.first(named: device, "a voltage monitor") { path, names in
      names.contains("in0_lcrit_alarm") ? "\(path)/in0_lcrit_alarm" : nil
    }
  }
}
