import Glibc

/// Ends the process when decoding takes too long: libzbar has endless loops on crafted codes.
enum Deadline {
  /// Runs the work; if it is not done within `seconds`, the process says so and exits with 70.
  static func run<Result, Failure: Error>(
    within seconds: UInt32, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Whoever started us may have blocked the signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGALRM) { _ in
      let message: StaticString = "rouse-scan: decoding did not end in time; this picture makes the decoder hang.\n"
      _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(EX_SOFTWARE)
    }
    alarm(seconds)
    defer { alarm(0) }
    return try work()
  }
}
