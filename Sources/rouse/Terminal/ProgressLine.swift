import Control
import Glibc

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
