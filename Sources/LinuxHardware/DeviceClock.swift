import CLinux
import Glibc

/// The clock that drivers wait by; tests supply their own.
struct DeviceClock: Sendable {
  /// The time since an arbitrary moment; never steps back.
  var now: @Sendable () -> Duration
  /// Returns at once if the moment has passed.
  var sleepUntil: @Sendable (Duration) -> Void

  func sleep(_ span: Duration) { sleepUntil(now() + span) }

  /// CLOCK_MONOTONIC with absolute deadlines, so that delays do not add up.
  static let monotonic = DeviceClock(
    now: { .nanoseconds(rouse_clock(CLOCK_MONOTONIC)) },
    sleepUntil: { moment in
      let (seconds, attoseconds) = moment.components
      var end = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
    })
}
