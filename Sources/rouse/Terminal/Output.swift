import Control
import Glibc
import PlainText
import Synchronization

/// Writes data to stdout, and notes, warnings and errors to stderr. All text of the program passes through here, and
/// loses control characters except line ends, tabs and those of `own`, so that foreign text cannot act on a terminal.
enum Output {
  /// Whether the command has done its work, so that a failure to print is no longer an error.
  private static let isDone = Atomic(false)
  private static let isLost = Atomic(false)

  /// Records that a change is saved or a file written.
  static func done() { isDone.store(true, ordering: .relaxed) }

  static func line(_ text: String) throws(ControlError) { try write(text + "\n") }

  /// Writes unbuffered, so that the reader of a stream sees each line at once.
  ///
  /// If stdout is closed or full, this is an error until the command is `done`, and also later if the text is what the
  /// command is for (`isNeeded`). A closed pipe ends the program quietly instead, unless the text is needed.
  static func write(_ text: String, isNeeded: Bool = false) throws(ControlError) {
    try write(plain: plain(text), isNeeded: isNeeded)
  }

  /// Writes bytes unchanged: long text that is known to be printable, or a file.
  static func write(plain bytes: [UInt8], isNeeded: Bool = false) throws(ControlError) {
    let code = put(bytes, to: STDOUT_FILENO)
    guard code != 0 else { return }
    if !isNeeded && isDone.load(ordering: .relaxed) { return noteLoss(code) }
    if code == EPIPE && !isNeeded { endAsByPipe() }
    throw ControlError(
      .cannotWrite, "the output cannot be written", why: reason(code),
      fix: "check whether stdout is closed or its disk is full")
  }

  /// Prints a line for the user on stderr, and ignores failures: there is nobody left to tell.
  static func note(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indent = String(line.prefix { $0 == " " })
      let style = Style(columns: Terminal.errorColumns)
      return style.wrapped(String(line.dropFirst(indent.count)), first: indent, next: indent + "  ")
    }
    _ = put(plain(lines.joined(separator: "\n") + "\n"), to: STDERR_FILENO)
  }

  /// Prints a question on stderr; the answer is typed on the same line.
  static func prompt(_ text: String) { _ = put(plain(text), to: STDERR_FILENO) }

  static func notes(_ notes: [String]) {
    for text in notes { note("note: \(Terminal.printable(text))") }
  }

  // MARK: Control characters of this program

  /// Two random private-use characters, which no outside text can predict.
  private static let mark = String(
    String.UnicodeScalarView((0..<2).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0xF0000...0xFFFFD)) }))

  /// Marks the escapes and carriage returns of a drawing, so that they reach the terminal. The drawing must not contain
  /// text from outside.
  static func own(_ drawing: String) -> String {
    var marked = String.UnicodeScalarView()
    // By scalars, because a carriage return and a line feed form one character.
    for scalar in drawing.unicodeScalars {
      switch scalar {
      case "\u{1B}": marked.append(contentsOf: (mark + "[").unicodeScalars)
      case "\r": marked.append(contentsOf: (mark + "M").unicodeScalars)
      default: marked.append(scalar)
      }
    }
    return String(marked)
  }

  static func plain(_ text: String) -> [UInt8] {
    let printable = text.printable(keeping: ["\n", "\t"])
    // Without the mark, which is not ASCII.
    if printable.utf8.allSatisfy({ $0 < 0x80 }) { return Array(printable.utf8) }
    return Array(printable.replacing(mark + "[", with: "\u{1B}").replacing(mark + "M", with: "\r").utf8)
  }

  // MARK: Closed output

  /// Waits until `descriptor` is readable. Ends this program as soon as nobody reads its stdout.
  ///
  /// - Returns: whether `descriptor` is readable; `false` after the timeout.
  static func wait(toRead descriptor: Int32, milliseconds: Int32) -> Bool {
    while true {
      // POLLERR and POLLHUP are always reported.
      var entries = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      ]
      let count = poll(&entries, 2, milliseconds)
      if count == 0 { return false }
      guard count > 0 else { continue }
      if isGone(entries[1]) { endForLackOfReaders() }
      if entries[0].revents != 0 { return true }
    }
  }

  /// Sleeps, at most until a signal. Ends this program as soon as nobody reads its stdout.
  static func rest(milliseconds: Int32) {
    var entry = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if poll(&entry, 1, milliseconds) > 0, isGone(entry) { endForLackOfReaders() }
  }

  private static func isGone(_ entry: pollfd) -> Bool { Int32(entry.revents) & (POLLERR | POLLHUP) != 0 }

  private static func endForLackOfReaders() {
    guard isDone.load(ordering: .relaxed) else { endAsByPipe() }
    noteLoss(EPIPE)
    Glibc.exit(Control.ExitCode.ok.rawValue)
  }

  /// Ends by SIGPIPE and quietly, as for `rouse log | head`, even if the parent ignores the signal.
  private static func endAsByPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // The parent may have blocked the signal.
    Glibc.exit(128 + SIGPIPE)
  }

  private static func noteLoss(_ code: Int32) {
    guard !isLost.exchange(true, ordering: .relaxed) else { return }
    note("note: done, but the output is lost: \(reason(code))")
  }

  private static func reason(_ code: Int32) -> String {
    code == EBADF || code == EPIPE
      ? "stdout is closed" : "stdout cannot be written to: \(String(cString: strerror(code)))"
  }

  /// Returns 0, or the errno of the failed write(2).
  static func put(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Glibc.write(descriptor, all.baseAddress?.advanced(by: sent), all.count - sent)
      }
      if count >= 0 { sent += count } else if errno != EINTR { return errno }
    }
    return 0
  }
}
