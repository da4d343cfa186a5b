import Hardware
import Synchronization

/// A handle of the kernel that is opened at the first use, and again at the first use after a failure, which ends it.
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
