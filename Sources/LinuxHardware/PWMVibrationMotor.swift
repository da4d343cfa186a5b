import Hardware
import Synchronization

/// A vibration motor behind a transistor, at a share of full power by hardware PWM, or by a GPIO line that is switched
/// in software.
public final class PWMVibrationMotor: VibrationMotor {
  /// What people should know of a motor without hardware PWM.
  public static let degradation =
    "the vibration motor has no hardware PWM: a thread switches its GPIO line 100 times a second, which costs some "
    + "processor time and is uneven on a busy machine"

  private let output: any DutyOutput
  private let clock: DeviceClock
  private let governor: Mutex<MotorGovernor>

  /// On a hardware PWM channel. Touches nothing; the channel is opened at the first call.
  public convenience init(_ channel: PWMChannel, drive: MotorDrive) {
    self.init(output: PWMOutput(.vibration, channel), drive: drive)
  }

  /// On a GPIO line, switched in software: see `degradation`. Touches nothing; the line is taken at the first call.
  public convenience init(_ line: GPIOLine, drive: MotorDrive) {
    self.init(output: SoftwarePWM(.vibration, GPIOSwitch(.vibration, line)), drive: drive)
  }

  init(output: any DutyOutput, drive: MotorDrive, clock: DeviceClock = .monotonic) {
    self.output = output
    self.clock = clock
    governor = Mutex(MotorGovernor(drive))
  }

  /// Takes as long as the kick when the motor starts from rest. A motor that has used up its thermal budget rests
  /// whatever is wanted, and goes on by itself at a later call.
  ///
  /// Throws ENODEV: no such chip, channel or line; EBUSY: in use; EACCES: no permission.
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
        // Not `next`: a start that failed is still to come, and with it its kick.
        governor.failed(at: clock.now())
        throw error
      }
    }
  }
}
