import CGPIO
import Hardware
import Synchronization

/// Two GPIO lines as open drain, with the pin's own pull-up beside what is wired. They are taken at the first call, and anew
/// at the first call after a failure.
public final class GPIOTwoLines: TwoLines {
  private let role: DeviceRole
  private let clock: OpenDrainLine
  private let data: OpenDrainLine

  /// Touches nothing. How the lines' `bias` and `isActiveLow` are does not matter.
  public init(clock: GPIOLine, data: GPIOLine, role: DeviceRole = .display) {
    self.role = role
    self.clock = OpenDrainLine(role, clock)
    self.data = OpenDrainLine(role, data)
  }

  /// Throws ENODEV: no such chip; ENOENT: no such line; EBUSY: somebody holds it; EACCES: no permission.
  public func setClock(isHigh: Bool) throws(HardwareError) {
    if try clock.set(isHigh: isHigh) { LineSettling.wait(isHigh: isHigh) }
  }

  /// Throws as `setClock` does.
  public func setData(isHigh: Bool) throws(HardwareError) {
    if try data.set(isHigh: isHigh) { LineSettling.wait(isHigh: isHigh) }
  }

  /// Throws as `setClock` does.
  public func isDataHigh() throws(HardwareError) -> Bool { try data.isHigh() }
}

/// How long a line takes to be where it was set to. The chip itself asks for less: 0.4 µs of a clock (TM1637 data sheet).
enum LineSettling {
  /// Modules have capacitors at their pins, which a pull-up of 10 kΩ takes so long to load.
  static let rise: Duration = .microseconds(20)
  /// A pin of 8 mA empties 10 nF in 4 µs.
  static let fall: Duration = .microseconds(5)

  /// Stays awake: asleep, a thread would be woken for every edge, some two hundred times for a face.
  static func wait(isHigh: Bool) {
    let clock = DeviceClock.monotonic
    let end = clock.now() + (isHigh ? rise : fall)
    while clock.now() < end {}
  }
}

private final class OpenDrainLine: Sendable {
  private let role: DeviceRole
  private let wiring: GPIOLine
  private let handle = Mutex<Handle?>(nil)

  init(_ role: DeviceRole, _ wiring: GPIOLine) {
    self.role = role
    self.wiring = wiring
  }

  /// False: it is so already, and nothing is done.
  func set(isHigh: Bool) throws(HardwareError) -> Bool {
    try handle.withLock { handle throws(HardwareError) in
      do throws(HardwareError) {
        if handle == nil { handle = try Handle(role, wiring) }
        return try handle?.set(isHigh: isHigh) ?? false
      } catch {
        handle = nil
        throw error
      }
    }
  }

  func isHigh() throws(HardwareError) -> Bool {
    try handle.withLock { handle throws(HardwareError) in
      do throws(HardwareError) {
        if handle == nil { handle = try Handle(role, wiring) }
        return try handle?.read() ?? true
      } catch {
        handle = nil
        throw error
      }
    }
  }

  /// A line that is ours until this value ends; then nobody pulls it down.
  private struct Handle: ~Copyable {
    private let role: DeviceRole
    private let wiring: GPIOLine
    private let line: OpaquePointer
    /// As it was set last; nil: not yet.
    private var last: Bool?

    init(_ role: DeviceRole, _ wiring: GPIOLine) throws(HardwareError) {
      var line: OpaquePointer?
      let code = wiring.withPlace { rouse_gpio_request_open_drain($0, &line) }
      guard code == 0, let line else { throw HardwareError(role, wiring.refusal(code), code: code) }
      self.role = role
      self.wiring = wiring
      self.line = line
    }

    mutating func set(isHigh: Bool) throws(HardwareError) -> Bool {
      guard isHigh != last else { return false }
      let code = rouse_gpio_set(line, !isHigh)
      guard code == 0 else { throw HardwareError(role, "switching \(wiring.phrase)", code: code) }
      last = isHigh
      return true
    }

    func read() throws(HardwareError) -> Bool {
      var isPulledDown = false
      let code = rouse_gpio_get(line, &isPulledDown)
      guard code == 0 else { throw HardwareError(role, "reading \(wiring.phrase)", code: code) }
      return !isPulledDown
    }

    deinit { rouse_gpio_release(line) }
  }
}
