import Control
import Glibc

/// The terminal's alternate screen, for a live drawing. `restore` or a signal returns to the normal one.
struct AlternateScreen {
  /// Alternate screen on, cursor hidden (xterm's DECSET 1049 and 25).
  private static var enter: StaticString { "\u{1B}[?1049h\u{1B}[?25l" }
  private static var leave: StaticString { "\u{1B}[?25h\u{1B}[?1049l" }

  /// Whether `key` reads what is typed. Otherwise the terminal echoes it into the drawing.
  let readsKeys: Bool

  /// - Parameter readingKeys: whether to take each key as it is pressed, if stdin is a terminal.
  init(readingKeys: Bool = false) throws(ControlError) {
    var terminal = termios()
    readsKeys = readingKeys && tcgetattr(STDIN_FILENO, &terminal) == 0
    Farewell.set(Self.leave, to: STDOUT_FILENO, restoresTerminal: readsKeys)
    // The signal only interrupts `rest`, after which everything is redrawn in the new size.
    signal(SIGWINCH) { _ in }
    // Stopped by Ctrl-Z, the program would leave its screen to the shell.
    signal(SIGTSTP, SIG_IGN)
    if readsKeys {
      // ISIG stays set, so that Ctrl-C is still a signal.
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

  /// Returns the next pressed key as a byte, or `nil` if there is none.
  func key() -> UInt8? {
    guard readsKeys else { return nil }
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    guard poll(&entry, 1, 0) == 1, read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
    return byte
  }

  /// Redraws from the top left, as many lines as fit, and clears the rest.
  func show(_ lines: [String]) throws(ControlError) {
    let fitting = lines.prefix(Terminal.size.rows)
    let (top, lineEnd, end) = (Output.own("\u{1B}[H"), Output.own("\u{1B}[K"), Output.own("\u{1B}[J"))
    try Output.write(top + fitting.map { $0 + lineEnd }.joined(separator: Output.own("\r\n")) + end)
  }

  func restore() {
    Farewell.say()
    Farewell.unset()
    for number in [SIGTSTP, SIGWINCH] { signal(number, SIG_DFL) }
  }
}

/// A terminal line that is redrawn to show progress. It disappears at the end, or on a signal.
struct ProgressLine {
  /// Carriage return, then erase to the end of the line (ECMA-48, 8.3.41).
  private static var clear: StaticString { "\r\u{1B}[K" }

  init() { Farewell.set(Self.clear, to: STDOUT_FILENO, restoresTerminal: false) }

  func show(_ text: String) throws(ControlError) { try Output.write(Output.own("\(Self.clear)") + text) }

  /// Makes room for a line on stderr.
  func erase() throws(ControlError) { try show("") }

  func end() {
    Farewell.say()
    Farewell.unset()
  }
}
