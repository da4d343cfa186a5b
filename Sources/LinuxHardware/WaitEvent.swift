import CLinux
import Glibc
import Hardware

/// Ends the wait of another thread: an eventfd (eventfd(2)).
struct WaitEvent: ~Copyable, Sendable {
  private let number: Int32

  init(_ role: DeviceRole) throws(HardwareError) {
    let number = rouse_event_create()
    guard number >= 0 else { throw HardwareError(role, "creating an eventfd", code: errno) }
    self.number = number
  }

  /// Ends the wait that is under way, or the next one.
  func signal() {
    var one: UInt64 = 1
    // Can only fail when a signal waits already.
    _ = write(number, &one, MemoryLayout<UInt64>.size)
  }

  /// Blocks until a signal, until `file` tells of one of `events`, or until the span is over; nil: without end.
  ///
  /// Returns what `file` tells (poll(2)); 0: nothing.
  func wait(for file: Int32, _ events: Int32, atMost span: Duration? = nil) -> Int32 {
    var polled = [
      pollfd(fd: number, events: Int16(POLLIN), revents: 0), pollfd(fd: file, events: Int16(events), revents: 0),
    ]
    let milliseconds = span.map { span in
      let (seconds, attoseconds) = span.components
      return Int32(clamping: max(0, seconds) * 1000 + max(0, attoseconds) / 1_000_000_000_000_000)
    }
    guard poll(&polled, nfds_t(polled.count), milliseconds ?? -1) > 0 else { return 0 }
    if polled[0].revents != 0 {
      var value: UInt64 = 0
      _ = read(number, &value, MemoryLayout<UInt64>.size)
    }
    return Int32(polled[1].revents)
  }

  deinit { close(number) }
}
