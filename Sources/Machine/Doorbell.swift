import AlarmClock
import CLinux
import Glibc

/// Wakes a thread that waits for nothing else. Unlike `Wakeup`, it needs no descriptor, so every thread can have one
/// even if no more files can be opened.
package final class Doorbell: Sendable {
  /// A `sem_t`, which any thread may use (sem_overview(7)).
  private nonisolated(unsafe) let semaphore: UnsafeMutableRawPointer

  /// Throws ENOMEM.
  package init() throws(SystemError) {
    guard let made = rouse_semaphore_create() else { throw SystemError("creating a semaphore", errno) }
    semaphore = made
  }

  deinit { rouse_semaphore_destroy(semaphore) }

  package func ring() { rouse_semaphore_post(semaphore) }

  /// Waits until `ring` is called or the timeout passes; `nil` means no limit.
  package func wait(timeout: Duration? = nil) {
    rouse_semaphore_wait(semaphore, timeout.map { max(0, $0.wholeNanoseconds) } ?? -1)
  }
}
