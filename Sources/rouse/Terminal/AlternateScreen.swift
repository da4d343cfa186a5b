import Control
import Glibc

/// The terminal's second screen for a live drawing; the first one comes back with `restore`, or by a signal.
struct AlternateScreen {
  /// Alternate screen on, cursor hidden (xterm's DECSET 1049 and 25).
  private static var enter: StaticString { "\u{1B}[?1049h\u{1B}[?25l" }
  private static var leave: StaticString { "\u{1B}[?25h\u{1B}[?1049l" }

  init() throws(ControlError) {
    try Output.write("\(Self.enter)")
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        // Nothing but async-signal-safe calls (signal-safety(7)): a literal, write and _exit.
        _ = Glibc.write(STDOUT_FILENO, AlternateScreen.leave.utf8Start, AlternateScreen.leave.utf8CodeUnitCount)
        _exit(128 + number)
      }
    }
  }

  /// Redraws from the top left, as far as the window is high; what was below is cleared.
  func show(_ lines: [String]) throws(ControlError) {
    let fitting = lines.prefix(Terminal.size.rows)
    let text = fitting.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n")
    try Output.write("\u{1B}[H\(text)\u{1B}[J")
  }

  func restore() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    // The command is ending with an error of its own, which says more than a second one about the terminal.
    _ = Glibc.write(STDOUT_FILENO, Self.leave.utf8Start, Self.leave.utf8CodeUnitCount)
  }
}
