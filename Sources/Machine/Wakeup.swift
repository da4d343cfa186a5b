import AlarmClock
import CLinux
import Glibc
import Synchronization

/// Wakes a thread that waits in poll(2), through an eventfd.
package final class Wakeup: Sendable {
  /// Tells a mock clock whether the thread is busy.
  private enum Phase: UInt8, AtomicRepresentable { case none, waiting, signaled }

  private let event: Descriptor
  /// `nil` for the real clock.
  private let clock: VirtualTime?
  private let timer: UInt64
  private let phase = Atomic(Phase.none)

  /// Throws the errno of eventfd(2), such as EMFILE.
  package init(clock: VirtualTime? = VirtualTime.installed) throws(SystemError) {
    let number = rouse_event_create()
    guard number >= 0 else { throw SystemError("creating an eventfd", errno) }
    event = Descriptor(number)
    self.clock = clock
    timer = clock?.newTimer() ?? 0
  }

  package func signal() {
    if let clock, phase.exchange(.signaled, ordering: .sequentiallyConsistent) == .waiting { clock.enter() }
    var one: UInt64 = 1
    // Can only fail with EAGAIN, if a signal is already pending.
    _ = write(event.number, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits for a signal, input on `others` or the timeout, if any. Returns the readable or hung up `others`.
  @discardableResult
  package func wait(with others: [Int32] = [], timeout: Duration? = nil) -> [Int32] {
    guard let clock else { return poll(others, timeout) }
    if let timeout { clock.set(timer, to: clock.monotonic + timeout, self) }
    if phase.compareExchange(expected: .none, desired: .waiting, ordering: .sequentiallyConsistent).exchanged {
      clock.leave()
    }
    defer {
      if phase.exchange(.none, ordering: .sequentiallyConsistent) == .waiting { clock.enter() }
      if timeout != nil { clock.set(timer, to: nil, self) }
    }
    return poll(others, nil)
  }

  private func poll(_ others: [Int32], _ timeout: Duration?) -> [Int32] {
    var polled = [pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)]
    polled += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Rounded up, so that a wait is never shorter than requested; waits of weeks are clamped.
    let milliseconds = timeout.map { timeout in
      let (whole, rest) = max(0, timeout.wholeNanoseconds).quotientAndRemainder(dividingBy: 1_000_000)
      return Int32(clamping: rest > 0 ? whole + 1 : whole)
    }
    let count = Glibc.poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
    guard count > 0 else { return [] }
    if polled[0].revents != 0 {
      var value: UInt64 = 0
      _ = read(event.number, &value, MemoryLayout<UInt64>.size)
    }
    return polled.dropFirst().filter { $0.revents != 0 }.map(\.fd)
  }
}
