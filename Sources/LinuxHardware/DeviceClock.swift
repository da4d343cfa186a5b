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
    now: {
      var moment = timespec()
      clock_gettime(CLOCK_MONOTONIC, &moment)
      return .seconds(moment.tv_sec) + .nanoseconds(moment.tv_nsec)
    },
    sleepUntil: { moment in
      let (seconds, attoseconds) = moment.components
      var end = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
    })
}
