import Hardware
import Synchronization

/// A vibration motor driven through a transistor by hardware PWM, or by a GPIO line switched in software.
public final class PWMVibrationMotor: VibrationMotor {
  /// The warning to show for a motor without hardware PWM.
  public static let degradation =
    "the vibration motor has no hardware PWM: a thread switches its GPIO line 100 times a second, which costs some "
    + "processor time and is uneven on a busy machine"

  private let output: any DutyOutput
  private let clock: DeviceClock
  private let governor: Mutex<MotorGovernor>

  /// Uses a hardware PWM channel, which the first call opens.
  public convenience init(_ channel: PWMChannel, drive: MotorDrive) {
    self.init(output: PWMOutput(.vibration, channel), drive: drive)
  }

  /// Uses a GPIO line switched in software (see `degradation`), which the first call reserves.
  public convenience init(_ line: GPIOLine, drive: MotorDrive) {
    self.init(output: SoftwarePWM(.vibration, GPIOSwitch(.vibration, line)), drive: drive)
  }

  init(output: any DutyOutput, drive: MotorDrive, clock: DeviceClock = .monotonic) {
    self.output = output
    self.clock = clock
    governor = Mutex(MotorGovernor(drive))
  }

  /// Blocks for the kick when starting from rest. Without thermal budget the motor stays off; a later call starts it.
  /// Throws ENODEV or ENOENT without such a chip, channel or line, EBUSY if it is in use, EACCES without permission.
  public func set(level: VibrationLevel) throws(HardwareError) {
    try governor.withLock { governor throws(HardwareError) in
      var next = governor
      let order = next.order(level, at: clock.now())
      do throws(HardwareError) {
        if let kick = order.kick {
          try output.set(duty: 1)
          clock.sleep(kick)
        }
        try output.set(duty: order.duty)
        governor = next
      } catch {
        // Not `next`: the start failed, so the next attempt needs the kick.
        governor.failed(at: clock.now())
        throw error
      }
    }
  }
}
