import Hardware

/// A lamp that is lit while its GPIO line is active.
public final class GPIOLamp: Lamp {
  private let output: GPIOOutput

  /// Touches nothing; the line is taken at the first call.
  public init(_ line: GPIOLine) { output = GPIOOutput(.lamp, line) }

  /// Throws ENODEV: no such chip; ENOENT: no such line; EBUSY: somebody holds it; EACCES: no permission.
  public func set(on: Bool) throws(HardwareError) { try output.set(on) }
}
