import Hardware

/// Two open-drain GPIO lines with the pins' internal pull-ups in addition to those on the board. The first call
/// reserves them, and so does the first call after a failure.
public final class GPIOTwoLines: TwoLines {
  private let clock: OpenDrainLine
  private let data: OpenDrainLine

  /// Ignores the `bias` and `isActiveLow` of the lines.
  public init(clock: GPIOLine, data: GPIOLine, role: DeviceRole = .display) {
    self.clock = OpenDrainLine(role, clock)
    self.data = OpenDrainLine(role, data)
  }

  /// Throws ENODEV or ENOENT if there is no such chip or line, EBUSY if the line is in use, EACCES without permission.
  public func setClock(isHigh: Bool) throws(HardwareError) {
    if try clock.set(isHigh: isHigh) { LineSettling.wait(isHigh: isHigh) }
  }

  public func setData(isHigh: Bool) throws(HardwareError) {
    if try data.set(isHigh: isHigh) { LineSettling.wait(isHigh: isHigh) }
  }

  public func isDataHigh() throws(HardwareError) -> Bool { try data.isHigh() }
}

/// The time that a line needs to settle. The chip itself needs less: 0.4 µs per clock (TM1637 data sheet).
enum LineSettling {
  /// Modules have capacitors at their pins, which a 10 kΩ pull-up charges in this time.
  static let rise: Duration = .microseconds(20)
  /// A pin that sinks 8 mA discharges 10 nF in 4 µs.
  static let fall: Duration = .microseconds(5)

  /// Spins instead of sleeping: otherwise every edge, about 200 per face, would wake the thread.
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

  /// Returns `false` without any access if the line is already at that level.
  func set(isHigh: Bool) throws(HardwareError) -> Bool {
    try line.use { line throws(HardwareError) in
      // An active open-drain output pulls the line low.
      guard line.last != !isHigh else { return false }
      try line.set(!isHigh)
      return true
    }
  }

  func isHigh() throws(HardwareError) -> Bool {
    try line.use { line throws(HardwareError) in try !line.read() }
  }
}
