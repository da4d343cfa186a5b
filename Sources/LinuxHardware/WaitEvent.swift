import CLinux
import Glibc
import Hardware

/// An eventfd(2) that ends another thread's current wait, or its next one.
final class WaitEvent: Sendable {
  private let number: Int32

  init(_ role: DeviceRole) throws(HardwareError) {
    let number = rouse_event_create()
    guard number >= 0 else { throw HardwareError(role, "creating an eventfd", code: errno) }
    self.number = number
  }

  func signal() {
    var one: UInt64 = 1
    // Can only fail if a signal is already pending.
    _ = write(number, &one, MemoryLayout<UInt64>.size)
  }

  /// Blocks until a signal, one of `events` on `file`, or the end of the span; `nil` means no limit.
  /// Returns the events of `file` (poll(2)), or 0 if there were none.
  func wait(for file: Int32, _ events: Int32, atMost span: Duration? = nil) -> Int32 {
    var polled = [
      pollfd(fd: number, events: Int16(POLLIN), revents: 0), pollfd(fd: file, events: Int16(events), revents: 0),
    ]
    let milliseconds = span.map { Int32(min(max(0, $0 / .milliseconds(1)), 1_000_000_000)) }
    guard poll(&polled, nfds_t(polled.count), milliseconds ?? -1) > 0 else { return 0 }
    if polled[0].revents != 0 {
      var value: UInt64 = 0
      _ = read(number, &value, MemoryLayout<UInt64>.size)
    }
    return Int32(polled[1].revents)
  }

  deinit { close(number) }
}
