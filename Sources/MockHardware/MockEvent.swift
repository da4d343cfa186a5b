import CLinux
import Glibc

/// What a waiting mock is woken by: an eventfd, so that it waits without looking again and again.
struct MockEvent: ~Copyable, Sendable {
  /// Less than 0: the system had none left; then a wait looks again every 50 ms.
  private let number = rouse_event_create()

  /// Ends the wait of another thread, or the next one.
  func signal() {
    var one: UInt64 = 1
    // Can only fail when a signal waits already.
    _ = write(number, &one, MemoryLayout<UInt64>.size)
  }

  /// Blocks until a signal, or so many milliseconds; less than 0: without end.
  func wait(milliseconds: Int32 = -1) {
    var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    // poll(2) never answers for a descriptor that is none.
    guard poll(&polled, 1, number < 0 ? 50 : milliseconds) > 0 else { return }
    var value: UInt64 = 0
    _ = read(number, &value, MemoryLayout<UInt64>.size)
  }

  deinit { if number >= 0 { close(number) } }
}
