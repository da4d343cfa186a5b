import Control
import Glibc
import Synchronization

/// The terminal's second screen for a live drawing; the first one comes back with `restore`, or by a signal.
struct AlternateScreen {
  /// Alternate screen on, cursor hidden (xterm's DECSET 1049 and 25).
  private static var enter: StaticString { "\u{1B}[?1049h\u{1B}[?25l" }
  private static var leave: StaticString { "\u{1B}[?25h\u{1B}[?1049l" }
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The local modes of stdin's terminal (termios(3)) to go back to; 0: they were left alone.
  private static let modes = Atomic<UInt32>(0)

  /// Whether `key` says what is typed; what is not, is shown by the terminal in the middle of the drawing.
  let readsKeys: Bool

  /// - Parameter readingKeys: take each key as it is pressed, where stdin is a terminal.
  init(readingKeys: Bool = false) throws(ControlError) {
    var terminal = termios()
    readsKeys = readingKeys && tcgetattr(STDIN_FILENO, &terminal) == 0
    Self.modes.store(readsKeys ? terminal.c_lflag : 0, ordering: .relaxed)
    for number in Self.endings {
      signal(number) { number in
        // Nothing but async-signal-safe calls (signal-safety(7)): a literal, write, those on the modes, and _exit.
        _ = Glibc.write(STDOUT_FILENO, AlternateScreen.leave.utf8Start, AlternateScreen.leave.utf8CodeUnitCount)
        AlternateScreen.restoreModes()
        _exit(128 + number)
      }
    }
    // It ends a rest, after which all is drawn anew: the window has another size.
    signal(SIGWINCH) { _ in }
    // Stopped, it would leave its screen to the shell.
    signal(SIGTSTP, SIG_IGN)
    if readsKeys {
      // Ctrl-C stays a signal.
      terminal.c_lflag &= ~UInt32(ICANON | ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &terminal)
    }
    do throws(ControlError) {
      try Output.write(Output.own("\(Self.enter)"))
    } catch {
      restore()
      throw error
    }
  }

  /// The next key that was pressed, as the byte it sends; nil: none.
  func key() -> UInt8? {
    guard readsKeys else { return nil }
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    guard poll(&entry, 1, 0) == 1, read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
    return byte
  }

  /// Redraws from the top left, as far as the window is high; what was below is cleared.
  func show(_ lines: [String]) throws(ControlError) {
    let fitting = lines.prefix(Terminal.size.rows)
    let (top, lineEnd, end) = (Output.own("\u{1B}[H"), Output.own("\u{1B}[K"), Output.own("\u{1B}[J"))
    try Output.write(top + fitting.map { $0 + lineEnd }.joined(separator: Output.own("\r\n")) + end)
  }

  func restore() {
    // The command is ending with an error of its own, which says more than a second one about the terminal.
    _ = Glibc.write(STDOUT_FILENO, Self.leave.utf8Start, Self.leave.utf8CodeUnitCount)
    Self.restoreModes()
    for number in Self.endings + [SIGTSTP, SIGWINCH] { signal(number, SIG_DFL) }
  }

  private static func restoreModes() {
    let before = modes.exchange(0, ordering: .relaxed)
    var terminal = termios()
    guard before != 0, tcgetattr(STDIN_FILENO, &terminal) == 0 else { return }
    terminal.c_lflag = before
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal)
    // What was typed too late is not for the shell.
    tcflush(STDIN_FILENO, TCIFLUSH)
  }
}

/// One line of the terminal that is drawn anew while something goes on. It is gone at the end, also by a signal.
struct ProgressLine {
  /// To the line's beginning, and erase to its end (ECMA-48, 8.3.41).
  private static var clear: StaticString { "\r\u{1B}[K" }
  private static let endings = [SIGINT, SIGTERM, SIGHUP]

  init() {
    for number in Self.endings {
      signal(number) { number in
        // Nothing but async-signal-safe calls (signal-safety(7)).
        _ = Glibc.write(STDOUT_FILENO, ProgressLine.clear.utf8Start, ProgressLine.clear.utf8CodeUnitCount)
        _exit(128 + number)
      }
    }
  }

  func show(_ text: String) throws(ControlError) { try Output.write(Output.own("\(Self.clear)") + text) }

  /// Makes room for a line on stderr.
  func erase() throws(ControlError) { try Output.write(Output.own("\(Self.clear)")) }

  func end() {
    // The command is ending with words of its own, which say more than an error about the terminal.
    _ = Glibc.write(STDOUT_FILENO, Self.clear.utf8Start, Self.clear.utf8CodeUnitCount)
    for number in Self.endings { signal(number, SIG_DFL) }
  }
}
