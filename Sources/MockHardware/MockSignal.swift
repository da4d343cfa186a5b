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
  /// A `sem_t` (sem_overview(7)), which needs no descriptor. `nil` without memory; a wait then ends after 50 ms.
  private nonisolated(unsafe) let semaphore = rouse_semaphore_create()
  private let isPending = Atomic(false)

  func signal() {
    guard let semaphore, !isPending.exchange(true, ordering: .sequentiallyConsistent) else { return }
    rouse_semaphore_post(semaphore)
  }

  func wait(_ nanoseconds: Int64?) {
    if let semaphore {
      rouse_semaphore_wait(semaphore, nanoseconds.map { max(0, $0) } ?? -1)
      // Signals until here are about changes that the caller is going to see.
      isPending.store(false, ordering: .sequentiallyConsistent)
    } else {
      usleep(50_000)
    }
  }

  deinit { if let semaphore { rouse_semaphore_destroy(semaphore) } }
}
