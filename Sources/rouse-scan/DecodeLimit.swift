import Glibc

/// Ends the process when decoding takes too much work, because crafted codes send libzbar into endless loops.
///
/// Limits CPU time (`ITIMER_PROF`, setitimer(2)), because a valid picture may take long on a busy machine.
enum DecodeLimit {
  /// Runs `work`. If that takes more CPU time than `limit`, prints a message and exits with 70.
  static func run<Result, Failure: Error>(
    within limit: Duration, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The parent process may have blocked the signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPROF)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGPROF) { _ in
      let message: StaticString = "rouse-scan: decoding did not finish; this picture makes the decoder hang.\n"
      _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(EX_SOFTWARE)
    }
    set(limit)
    defer { set(.zero) }
    return try work()
  }

  private static func set(_ limit: Duration) {
    let (seconds, attoseconds) = limit.components
    let value = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    var timer = itimerval(it_interval: timeval(), it_value: value)
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }
}
