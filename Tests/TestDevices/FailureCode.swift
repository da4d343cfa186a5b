import Hardware

/// Returns the errno of a device's error, or `nil` if `body` succeeds.
public func failureCode(_ body: () throws -> some Any) -> Int32? {
  do { _ = try body() } catch { return (error as? HardwareError)?.code ?? -1 }
  return nil
}
