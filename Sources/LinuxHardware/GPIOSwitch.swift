import CGPIO
import Hardware

/// A device that is on while its GPIO line is active: an active buzzer or a lamp.
public final class GPIOSwitch: SwitchedDevice {
  private let line: Reopened<LineHandle>

  /// Does not access the line. The first call reserves it, and so does the first call after a failure.
  public init(_ role: DeviceRole, _ wiring: GPIOLine) {
    line = Reopened { () throws(HardwareError) in try LineHandle(role, wiring) }
  }

  /// Throws ENODEV or ENOENT if there is no such chip or line, EBUSY if the line is in use, EACCES without permission.
  public func set(on: Bool) throws(HardwareError) {
    // Written even if unchanged, so that a missing chip is noticed.
    try line.use { line throws(HardwareError) in try line.set(on, on ? " on" : " off") }
  }
}

/// A reserved output; when this value ends, the line becomes inactive and is released.
struct LineHandle: ~Copyable {
  private let role: DeviceRole
  private let wiring: GPIOLine
  private let line: OpaquePointer
  /// The last value written, or `nil` before the first write.
  private(set) var last: Bool?

  init(_ role: DeviceRole, _ wiring: GPIOLine, isOpenDrain: Bool = false) throws(HardwareError) {
    var line: OpaquePointer?
    let code = wiring.withPlace {
      isOpenDrain
        ? rouse_gpio_request_open_drain($0, &line)
        : rouse_gpio_request($0, wiring.isActiveLow, wiring.bias.code, &line)
    }
    guard code == 0, let line else { throw HardwareError(role, wiring.refusal(code), code: code) }
    self.role = role
    self.wiring = wiring
    self.line = line
  }

  mutating func set(_ isOn: Bool, _ word: String = "") throws(HardwareError) {
    let code = rouse_gpio_set(line, isOn)
    guard code == 0 else { throw HardwareError(role, "switching \(wiring.phrase)\(word)", code: code) }
    last = isOn
  }

  func read() throws(HardwareError) -> Bool {
    var isOn = false
    let code = rouse_gpio_get(line, &isOn)
    guard code == 0 else { throw HardwareError(role, "reading \(wiring.phrase)", code: code) }
    return isOn
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
