import AlarmClock
import CLinux
import Glibc

/// Wakes a thread at a time of day, and reports when that time is set. Tests supply their own.
package protocol WallTimer: Sendable {
  /// Readable once the moment has come or the time of day was set.
  var descriptor: Int32 { get }
  /// Waits for this moment, or with `nil` only for clock steps. Returns whether the time of day was set since the last
  /// call, so that anything derived from it must be computed again.
  func set(_ moment: Instant?) -> Bool
  /// Reads the timer; returns whether the time of day was set.
  func sawStep() -> Bool
}

/// A timerfd on CLOCK_REALTIME that is canceled by a clock step (timerfd_create(2)).
///
/// Each step is reported once: by the read, or, if it came after the thread woke, by setting the timer again.
package final class TimerDescriptor: WallTimer {
  private let timer: Descriptor

  package init() throws(SystemError) {
    let number = rouse_timer_create()
    guard number >= 0 else { throw SystemError("creating the alarm timer", errno) }
    timer = Descriptor(number)
    // The kernel reports steps only after the timer is first set.
    _ = set(nil)
  }

  package var descriptor: Int32 { timer.number }

  package func set(_ moment: Instant?) -> Bool {
    // A far future moment, because a disarmed timer does not see clock steps.
    let moment = moment ?? Instant(seconds: 1 << 40)
    let seconds = max(0, moment.seconds)
    let nanoseconds = moment.nanoseconds < 0 ? 1 : moment.nanoseconds - seconds * 1_000_000_000
    // ECANCELED reports a step; the timer is armed nevertheless.
    return rouse_timer_set(timer.number, seconds, nanoseconds) != 0 && errno == ECANCELED
  }

  package func sawStep() -> Bool {
    var expirations: UInt64 = 0
    return read(timer.number, &expirations, MemoryLayout<UInt64>.size) < 0 && errno == ECANCELED
  }
}
