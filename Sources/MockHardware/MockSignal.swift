import CLinux
import Glibc
import Synchronization

/// The way in which a mock device waits for a change or for the time to pass.
public struct MockSignal: Sendable {
  /// Ends the wait of another thread, or the next one.
  public let send: @Sendable () -> Void
  /// Blocks until a signal, or for so many nanoseconds; `nil`: without end. May return earlier.
  public let wait: @Sendable (Int64?) -> Void

  public init(send: @escaping @Sendable () -> Void, wait: @escaping @Sendable (Int64?) -> Void) {
    self.send = send
    self.wait = wait
  }

  /// An eventfd, by the machine's clock.
  public static func system() -> MockSignal {
    let event = MockEvent()
    return MockSignal(send: event.signal, wait: event.wait)
  }
}

private final class MockEvent: Sendable {
  private struct State {
    /// `nil` before the first wait. Less than 0: the system had none left; then a wait looks again every 50 ms.
    var number: Int32?
    /// There was a signal before.
    var isPending = false
  }

  private let state = Mutex(State())

  func signal() {
    state.withLock { state in
      guard let number = state.number else { return state.isPending = true }
      var one: UInt64 = 1
      // Can only fail when a signal waits already.
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
    // Rounded up, so that a wait is never shorter than asked.
    let milliseconds = nanoseconds.map { Int32(clamping: (max(0, $0) + 999_999) / 1_000_000) } ?? -1
    // poll(2) never answers for a descriptor that is none.
    guard poll(&polled, 1, number < 0 ? 50 : milliseconds) > 0 else { return }
    var value: UInt64 = 0
    _ = read(number, &value, MemoryLayout<UInt64>.size)
  }

  deinit { if let number = state.withLock({ $0.number }), number >= 0 { close(number) } }
}
