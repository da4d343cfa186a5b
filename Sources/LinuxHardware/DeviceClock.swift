import Glibc

/// The time that drivers wait by; tests bring their own.
struct DeviceClock: Sendable {
  /// From any beginning, never backwards.
  var now: @Sendable () -> Duration
  /// Returns at once when the moment has passed.
  var sleepUntil: @Sendable (Duration) -> Void

  func sleep(_ span: Duration) { sleepUntil(now() + span) }

  /// CLOCK_MONOTONIC, slept on by absolute moments, so that lateness does not add up.
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
