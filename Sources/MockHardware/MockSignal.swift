import CLinux
import Glibc
import Synchronization

/// Lets a mock device wait for a change or for time to pass.
public struct MockSignal: Sendable {
  /// Ends another thread's wait, or the next wait if nobody waits.
  public let send: @Sendable () -> Void
  /// Blocks until a signal or for this many nanoseconds; `nil` means no limit. May return early.
  public let wait: @Sendable (Int64?) -> Void

  public init(send: @escaping @Sendable () -> Void, wait: @escaping @Sendable (Int64?) -> Void) {
    self.send = send
    self.wait = wait
  }

  public static func system() -> MockSignal {
    let event = MockEvent()
    return MockSignal(send: event.signal, wait: event.wait)
  }
}

private final class MockEvent: Sendable {
  private struct State {
    /// The eventfd, or `nil` before the first wait. Negative if the system had none left; a wait then polls every 50
    /// ms.
    var number: Int32?
    /// Whether a signal came before the eventfd existed.
    var isPending = false
  }

  private let state = Mutex(State())

  func signal() {
    state.withLock { state in
      guard let number = state.number else { return state.isPending = true }
      var one: UInt64 = 1
      // Can only fail if a signal is already pending.
      _ = write(number, &one, MemoryLayout<UInt64>.size)
    }
  }

  func wait(_ nanoseconds: Int64?) {
    let number = state.withLock { state -> Int32? in
      guard !state.isPending else {
        state.isPending = false
        return nil
      }
      let number = state.number ?? rouse_event_create()
      state.number = number
      return number
    }
    guard let number else { return }
    var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    // Rounded up, so that a wait is never shorter than requested.
    let milliseconds = nanoseconds.map { Int32(clamping: (max(0, $0) + 999_999) / 1_000_000) } ?? -1
    // poll(2) ignores a negative descriptor.
    guard poll(&polled, 1, number < 0 ? 50 : milliseconds) > 0 else { return }
    var value: UInt64 = 0
    _ = read(number, &value, MemoryLayout<UInt64>.size)
  }

  deinit { if let number = state.withLock({ $0.number }), number >= 0 { close(number) } }
}
