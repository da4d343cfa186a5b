import Glibc
import Hardware

protocol DutyOutput: Sendable {
  /// - Parameter duty: 0…1; 0 is off.
  func set(duty: Double) throws(HardwareError)
}

/// A hardware PWM channel in sysfs. The first call opens it, and so does the first call after a failure.
final class PWMOutput: DutyOutput {
  private let handle: Reopened<PWMHandle>

  init(_ role: DeviceRole, _ channel: PWMChannel, root: String = "/sys/class/pwm", clock: DeviceClock = .monotonic) {
    handle = Reopened { () throws(HardwareError) in
      let opened = try PWMHandle(role, channel, root: root, clock: clock)
      // If this throws, the value's `deinit` turns the channel off.
      try opened.prepare()
      return opened
    }
  }

  func set(duty: Double) throws(HardwareError) {
    try handle.use { handle throws(HardwareError) in try handle.set(duty: duty) }
  }
}

/// An exported channel; when this value ends, the channel is turned off and unexported.
private struct PWMHandle: ~Copyable {
  /// How long to wait for udev, which sets the permissions some time after the export.
  private static var patience: Duration { .seconds(2) }
  private static var step: Duration { .milliseconds(20) }

  private let sysfs: Sysfs
  private let chip: String
  private let channel: Int
  /// Nanoseconds.
  private let period: Int

  private var folder: String { "\(chip)/pwm\(channel)" }

  /// Finds the chip, exports the channel if necessary and waits until it is writable.
  init(_ role: DeviceRole, _ wiring: PWMChannel, root: String, clock: DeviceClock) throws(HardwareError) {
    guard (1...100_000).contains(wiring.frequency) else {
      throw HardwareError(role, "setting a PWM frequency of \(wiring.frequency) Hz (valid: 1 to 100000)", code: EINVAL)
    }
    let sysfs = Sysfs(role: role)
    let chip = try Self.findChip(wiring.device, root: root, sysfs)
    try Self.export(wiring.channel, of: chip, sysfs, clock)
    self.sysfs = sysfs
    self.chip = chip
    channel = wiring.channel
    period = 1_000_000_000 / wiring.frequency
  }

  /// Sets the period. Clears the duty first, because the kernel refuses a period below an old duty.
  func prepare() throws(HardwareError) {
    let old = try sysfs.read("\(folder)/period")
    guard old != "\(period)" else { return }
    // A channel without a period does not accept a duty.
    if old != "0" { try sysfs.write(0, to: "\(folder)/duty_cycle") }
    try sysfs.write(period, to: "\(folder)/period")
  }

  func set(duty: Double) throws(HardwareError) {
    let share = min(1, max(0, duty))
    try sysfs.write(Int((share * Double(period)).rounded()), to: "\(folder)/duty_cycle")
    try sysfs.write(share > 0 ? 1 : 0, to: "\(folder)/enable")
  }

  deinit {
    for (value, path) in [(0, "\(folder)/duty_cycle"), (0, "\(folder)/enable"), (channel, "\(chip)/unexport")] {
      do {
        try sysfs.write(value, to: path)
      } catch {
        // Tries all three writes; if the chip is gone, there is nothing left to turn off.
      }
    }
  }

  private static func findChip(_ device: String, root: String, _ sysfs: Sysfs) throws(HardwareError) -> String {
    for name in try sysfs.entries(of: root) where sysfs.linkTarget("\(root)/\(name)/device") == device {
      return "\(root)/\(name)"
    }
    throw HardwareError(sysfs.role, "finding the PWM chip \(device) in \(root)", code: ENODEV)
  }

  private static func export(
    _ channel: Int, of chip: String, _ sysfs: Sysfs, _ clock: DeviceClock
  ) throws(HardwareError) {
    let folder = "\(chip)/pwm\(channel)"
    var refusal: HardwareError?
    if access(folder, F_OK) != 0 {
      do throws(HardwareError) {
        try sysfs.write(channel, to: "\(chip)/export")
      } catch {
        // Another process exported it just now, or a kernel driver uses it; then its folder never appears.
        guard error.code == EBUSY else { throw error }
        refusal = error
      }
    }
    let end = clock.now() + patience
    while true {
      guard let obstacle = firstObstacle(in: folder, sysfs.role) else { return }
      guard clock.now() < end else { throw refusal ?? obstacle }
      clock.sleep(step)
    }
  }

  private static func firstObstacle(in folder: String, _ role: DeviceRole) -> HardwareError? {
    for file in ["period", "duty_cycle", "enable"] where access("\(folder)/\(file)", W_OK) != 0 {
      let code = errno
      return HardwareError(role, "waiting 2 s until \(folder)/\(file) can be written", code: code)
    }
    return nil
  }
}
