import AlarmClock
import CLinux
import Glibc

/// Wakes a thread at a time since boot, which includes suspended time.
package final class BootTimer: Sendable {
  private enum Kind {
    /// A timerfd on CLOCK_BOOTTIME (timerfd_create(2)).
    case kernel(Descriptor)
    case virtual(VirtualTime, UInt64)
  }

  private let kind: Kind
  private let wakeup: Wakeup

  /// - Parameter wakeup: also ends a wait.
  package init(waking wakeup: Wakeup? = nil, clock: VirtualTime? = VirtualTime.installed) throws(SystemError) {
    if let wakeup { self.wakeup = wakeup } else { self.wakeup = try Wakeup(clock: clock) }
    if let clock {
      kind = .virtual(clock, clock.newTimer())
    } else {
      let number = rouse_boot_timer_create()
      guard number >= 0 else { throw SystemError("creating a timer", errno) }
      kind = .kernel(Descriptor(number))
    }
  }

  deinit { if case .virtual(let clock, let id) = kind { clock.set(id, to: nil, wakeup) } }

  package func set(_ moment: Duration) {
    switch kind {
    case .kernel(let timer):
      let nanoseconds = max(1, moment.wholeNanoseconds)
      _ = rouse_timer_set(timer.number, nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
    case .virtual(let clock, let id): clock.set(id, to: moment, wakeup)
    }
  }

  package func wait() {
    guard case .kernel(let timer) = kind else {
      wakeup.wait()
      return
    }
    wakeup.wait(with: [timer.number])
    // Fails with EAGAIN if the timer has been set again meanwhile.
    var expirations: UInt64 = 0
    _ = read(timer.number, &expirations, MemoryLayout<UInt64>.size)
  }
}
