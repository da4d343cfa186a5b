import Glibc

/// Ends the process when decoding takes too much work: libzbar has endless loops on crafted codes.
///
/// What counts is the time of the processor (`ITIMER_PROF`, setitimer(2)): where others keep it busy, an honest picture
/// takes long as well.
enum DecodeLimit {
  /// Runs the work. If the work takes more of the processor's time than `limit`, the process says so and exits with 70.
  static func run<Result, Failure: Error>(
    within limit: Duration, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Whoever started us may have blocked the signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPROF)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGPROF) { _ in
      let message: StaticString = "rouse-scan: decoding did not come to an end; this picture makes the decoder hang.\n"
      _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(EX_SOFTWARE)
    }
    set(limit)
    defer { set(.zero) }
    return try work()
  }

  /// Sets the limit in whole microseconds; zero for none.
  private static func set(_ limit: Duration) {
    let (seconds, attoseconds) = limit.components
    let value = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    var timer = itimerval(it_interval: timeval(), it_value: value)
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }
}
