import Hardware

/// Two open-drain GPIO lines, pulled up by pins and board. The first call, also after a failure, reserves them.
public final class GPIOTwoLines: TwoLines {
  private let clock: Reopened<LineHandle>
  private let data: Reopened<LineHandle>

  /// Ignores the `bias` and `isActiveLow` of the lines.
  public init(clock: GPIOLine, data: GPIOLine, role: DeviceRole = .display) {
    self.clock = Reopened { () throws(HardwareError) in try LineHandle(role, clock, isOpenDrain: true) }
    self.data = Reopened { () throws(HardwareError) in try LineHandle(role, data, isOpenDrain: true) }
  }

  /// Throws ENODEV or ENOENT if there is no such chip or line, EBUSY if the line is in use, EACCES without permission.
  public func setClock(isHigh: Bool) throws(HardwareError) { try Self.set(clock, isHigh: isHigh) }

  public func setData(isHigh: Bool) throws(HardwareError) { try Self.set(data, isHigh: isHigh) }

  public func isDataHigh() throws(HardwareError) -> Bool {
    // An active open-drain output pulls the line low.
    try data.use { line throws(HardwareError) in try !line.read() }
  }

  /// Does nothing if the line is already at that level.
  private static func set(_ line: Reopened<LineHandle>, isHigh: Bool) throws(HardwareError) {
    try line.use { line throws(HardwareError) in
      guard line.last != !isHigh else { return }
      try line.set(!isHigh)
      LineSettling.wait(isHigh: isHigh)
    }
  }
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
