import CGPIO
import Hardware
import Synchronization

/// Something that is on or off.
protocol SwitchOutput: Sendable {
  func set(on: Bool) throws(HardwareError)
}

/// A device that is on while its GPIO line is active: an active buzzer, or a lamp.
public final class GPIOSwitch: Buzzer, Lamp, SwitchOutput {
  private let role: DeviceRole
  private let wiring: GPIOLine
  private let handle = Mutex<LineHandle?>(nil)

  /// Touches nothing; the line is taken at the first call, and again at the first call after a failure.
  public init(_ role: DeviceRole, _ wiring: GPIOLine) {
    self.role = role
    self.wiring = wiring
  }

  /// Throws ENODEV: no such chip; ENOENT: no such line; EBUSY: somebody holds it; EACCES: no permission.
  public func set(on: Bool) throws(HardwareError) {
    try handle.withLock { handle throws(HardwareError) in
      do throws(HardwareError) {
        if handle == nil { handle = try LineHandle(role, wiring) }
        // Said again though it is so already: that is how a chip that is gone is noticed.
        try handle?.set(on)
      } catch {
        handle = nil
        throw error
      }
    }
  }
}

/// A line that is ours until this value ends; then it is inactive and free.
private struct LineHandle: ~Copyable {
  private let role: DeviceRole
  private let wiring: GPIOLine
  private let line: OpaquePointer

  init(_ role: DeviceRole, _ wiring: GPIOLine) throws(HardwareError) {
    var line: OpaquePointer?
    let code = wiring.withPlace { rouse_gpio_request($0, wiring.isActiveLow, wiring.bias.code, &line) }
    guard code == 0, let line else { throw HardwareError(role, wiring.refusal(code), code: code) }
    self.role = role
    self.wiring = wiring
    self.line = line
  }

  func set(_ isOn: Bool) throws(HardwareError) {
    let code = rouse_gpio_set(line, isOn)
    guard code == 0 else {
      throw HardwareError(role, "switching \(wiring.phrase) \(isOn ? "on" : "off")", code: code)
    }
  }

  deinit { rouse_gpio_release(line) }
}

extension GPIOLine.Bias {
  var code: rouse_gpio_bias {
    switch self {
    case .asIs: ROUSE_GPIO_BIAS_AS_IS
    case .disabled: ROUSE_GPIO_BIAS_DISABLED
    case .pullUp: ROUSE_GPIO_BIAS_PULL_UP
    case .pullDown: ROUSE_GPIO_BIAS_PULL_DOWN
    }
  }
}
