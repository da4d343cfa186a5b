import Hardware

/// Two GPIO lines as open drain, with the pin's own pull-up beside what is wired. They are taken at the first call, and anew
/// at the first call after a failure.
public final class GPIOTwoLines: TwoLines {
  private let clock: OpenDrainLine
  private let data: OpenDrainLine

  /// Touches nothing. How the lines' `bias` and `isActiveLow` are does not matter.
  public init(clock: GPIOLine, data: GPIOLine, role: DeviceRole = .display) {
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
  private let line: Reopened<LineHandle>

  init(_ role: DeviceRole, _ wiring: GPIOLine) {
    line = Reopened { () throws(HardwareError) in try LineHandle(role, wiring, isOpenDrain: true) }
  }

  /// False: it is so already, and nothing is done.
  func set(isHigh: Bool) throws(HardwareError) -> Bool {
    try line.use { line throws(HardwareError) in
      // What is on pulls the line down.
      guard line.last != !isHigh else { return false }
      try line.set(!isHigh)
      return true
    }
  }

  func isHigh() throws(HardwareError) -> Bool {
    try line.use { line throws(HardwareError) in try !line.read() }
  }
}
