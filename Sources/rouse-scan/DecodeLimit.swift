import Glibc

/// Ends the process when decoding takes too much work: libzbar has endless loops on crafted codes.
///
/// What counts is the time of the processor (`ITIMER_PROF`, setitimer(2)): where others keep it busy, an honest picture
/// takes long as well.
enum DecodeLimit {
  /// Runs the work; if that takes more than `seconds` of the processor's time, the process says so and exits with 70.
  static func run<Result, Failure: Error>(
    within seconds: Int, _ work: () throws(Failure) -> Result
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
    set(seconds)
    defer { set(0) }
    return try work()
  }

  /// 0: no limit.
  private static func set(_ seconds: Int) {
    var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }
}
