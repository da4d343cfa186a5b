import Hardware

/// An active buzzer, which sounds by itself while its GPIO line is active.
public final class GPIOBuzzer: Buzzer {
  private let output: GPIOOutput

  /// Touches nothing; the line is taken at the first call.
  public init(_ line: GPIOLine) { output = GPIOOutput(.buzzer, line) }

  /// Throws ENODEV: no such chip; ENOENT: no such line; EBUSY: somebody holds it; EACCES: no permission.
  public func set(on: Bool) throws(HardwareError) { try output.set(on) }
}
