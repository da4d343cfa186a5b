import AlarmClock
import CLinux
import Glibc

/// Wakes a thread at a time since boot, which includes suspended time.
package final class BootTimer: Sendable {
  private enum Kind {
    /// A timerfd on CLOCK_BOOTTIME (timerfd_create(2)).
    case kernel(Descriptor, Wakeup?)
    case virtual(VirtualTime, UInt64, Wakeup)
  }

  private let kind: Kind

  /// - Parameter wakeup: also ends a wait.
  package init(waking wakeup: Wakeup? = nil, clock: VirtualTime? = VirtualTime.installed) throws(SystemError) {
    if let clock {
      let own: Wakeup
      if let wakeup { own = wakeup } else { own = try Wakeup(clock: clock) }
      kind = .virtual(clock, clock.newTimer(), own)
    } else {
      let number = rouse_boot_timer_create()
      guard number >= 0 else { throw SystemError("creating a timer", errno) }
      kind = .kernel(Descriptor(number), wakeup)
    }
  }

  deinit { if case .virtual(let clock, let id, let wakeup) = kind { clock.set(id, to: nil, wakeup) } }

  package func set(_ moment: Duration) {
    switch kind {
    case .kernel(let timer, _):
      let nanoseconds = max(1, moment.wholeNanoseconds)
      _ = rouse_timer_set(timer.number, nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
    case .virtual(let clock, let id, let wakeup): clock.set(id, to: moment, wakeup)
    }
  }

  package func wait() {
    switch kind {
    case .virtual(_, _, let wakeup): wakeup.wait()
    case .kernel(let timer, let wakeup):
      if let wakeup {
        wakeup.wait(with: [timer.number])
      } else {
        var entry = pollfd(fd: timer.number, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
      }
      // Fails with EAGAIN if the timer has been set again meanwhile.
      var expirations: UInt64 = 0
      _ = read(timer.number, &expirations, MemoryLayout<UInt64>.size)
    }
  }
}
