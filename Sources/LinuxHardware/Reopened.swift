import Hardware
import Synchronization

/// A kernel handle or a place in sysfs, opened at the first use. A failure closes it, and the next use opens it again.
final class Reopened<Handle: ~Copyable>: Sendable {
  private let handle = Mutex<Handle?>(nil)
  private let open: @Sendable () throws(HardwareError) -> sending Handle

  init(_ open: @escaping @Sendable () throws(HardwareError) -> sending Handle) { self.open = open }

  func use<Result>(
    _ body: (inout Handle) throws(HardwareError) -> sending Result
  ) throws(HardwareError) -> sending Result {
    try handle.withLock { handle throws(HardwareError) in
      var taken: Handle
      if let opened = handle.take() { taken = opened } else { taken = try open() }
      let result = try body(&taken)
      handle = consume taken
      return result
    }
  }
}
