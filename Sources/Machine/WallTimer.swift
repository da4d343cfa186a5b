import AlarmClock
import CLinux
import Glibc

/// Wakes a thread at a time of day, and tells when that time is set. Tests put one of their own in its place.
package protocol WallTimer: Sendable {
  /// Can be read once its moment has come or the time of day was set.
  var descriptor: Int32 { get }
  /// Waits for this moment; nil: for steps of the clock alone.
  ///
  /// - Returns: whether the time of day was set since the call before this one: what follows from it is to be found
  ///   anew.
  func set(_ moment: Instant?) -> Bool
  /// Reads it; whether the time of day was set.
  func sawStep() -> Bool
}

/// A timerfd on CLOCK_REALTIME that each step of the clock cancels (timerfd_create(2)).
///
/// A step is reported once: by the read, or, where it came after the thread woke, by setting the timer again.
package final class TimerDescriptor: WallTimer {
  private let timer: Descriptor

  package init() throws(SystemError) {
    let number = rouse_timer_create()
    guard number >= 0 else { throw SystemError("creating the alarm timer", errno) }
    timer = Descriptor(number)
    // The kernel tells of steps from the first setting on.
    _ = set(nil)
  }

  package var descriptor: Int32 { timer.number }

  package func set(_ moment: Instant?) -> Bool {
    // A far one, because an idle timer does not see the clock step.
    let moment = moment ?? Instant(seconds: 1 << 40)
    let seconds = max(0, moment.seconds)
    let nanoseconds = moment.nanoseconds < 0 ? 1 : moment.nanoseconds - seconds * 1_000_000_000
    // It is armed all the same (ECANCELED).
    return rouse_timer_set(timer.number, seconds, nanoseconds) != 0 && errno == ECANCELED
  }

  package func sawStep() -> Bool {
    var expirations: UInt64 = 0
    return read(timer.number, &expirations, MemoryLayout<UInt64>.size) < 0 && errno == ECANCELED
  }
}
