import Glibc
import Synchronization

/// The last bytes before a signal ends the program: a message at a question, or the end of a drawing.
enum Farewell {
  private static let start = Atomic<UInt>(0)
  private static let length = Atomic<Int>(0)
  private static let descriptor = Atomic<Int32>(0)
  /// Local modes of stdin's terminal (termios(3)) to restore; 0 if they are not to be changed.
  private static let modes = Atomic<UInt32>(0)
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// - Parameter restoresTerminal: whether to restore the current modes of stdin's terminal, such as its echo.
  static func set(_ words: StaticString, to descriptor: Int32 = STDERR_FILENO, restoresTerminal: Bool = true) {
    var terminal = termios()
    let isRestored = restoresTerminal && tcgetattr(STDIN_FILENO, &terminal) == 0
    modes.store(isRestored ? terminal.c_lflag : 0, ordering: .relaxed)
    start.store(UInt(bitPattern: words.utf8Start), ordering: .relaxed)
    length.store(words.utf8CodeUnitCount, ordering: .relaxed)
    self.descriptor.store(descriptor, ordering: .relaxed)
    for number in endings {
      signal(number) { number in
        Farewell.say()
        _exit(128 + number)
      }
    }
  }

  /// Does what a signal would do, but does not end the program.
  ///
  /// Makes only async-signal-safe calls (signal-safety(7)): write, tcgetattr, tcsetattr and tcflush.
  static func say() {
    let words = UnsafeRawPointer(bitPattern: start.load(ordering: .relaxed))
    // Ignore a failure: the command is ending with a message that says more.
    _ = Glibc.write(descriptor.load(ordering: .relaxed), words, length.load(ordering: .relaxed))
    let before = modes.exchange(0, ordering: .relaxed)
    var terminal = termios()
    guard before != 0, tcgetattr(STDIN_FILENO, &terminal) == 0 else { return }
    terminal.c_lflag = before
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal)
    // Discard late keys: they are not meant for the shell.
    tcflush(STDIN_FILENO, TCIFLUSH)
  }

  static func unset() { for number in endings { signal(number, SIG_DFL) } }
}
