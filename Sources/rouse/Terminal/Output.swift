import Control
import Glibc
import PlainText
import Synchronization

/// Data goes to stdout; notes, warnings and errors go to stderr. All text of this program passes here, and none of it
/// carries a control character but line ends, tabs and what `own` marks: what others wrote does not act on a terminal.
enum Output {
  /// Whether what was asked for is done, so that output that cannot be written no longer makes it a failure.
  private static let isDone = Atomic(false)
  private static let isLost = Atomic(false)

  /// Says that a change is saved, or a file written.
  static func done() { isDone.store(true, ordering: .relaxed) }

  static func line(_ text: String) throws(ControlError) { try write(text + "\n") }

  /// Writes all of it at once, unbuffered, so that a stream's reader sees each line when it happens.
  ///
  /// Where stdout is closed or full, that is an error only as long as nothing is done, or with `isNeeded`: the text is
  /// what the command is for.
  static func write(_ text: String, isNeeded: Bool = false) throws(ControlError) {
    try write(plain: plain(text), isNeeded: isNeeded)
  }

  /// The same for a long text without control characters but line ends, and for a file that goes there as it is.
  static func write(plain bytes: [UInt8], isNeeded: Bool = false) throws(ControlError) {
    let code = put(bytes, to: STDOUT_FILENO)
    guard code != 0 else { return }
    if !isNeeded && isDone.load(ordering: .relaxed) { return noteLoss(code) }
    if code == EPIPE && !isNeeded { endAsByPipe() }
    throw ControlError(
      .cannotWrite, "the output cannot be written", why: reason(code),
      fix: "look at where stdout goes: is it closed, or that disk full?")
  }

  /// A line for people on stderr. When even that cannot be written there is nobody left to tell.
  static func note(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indent = String(line.prefix { $0 == " " })
      let columns = Terminal.errorColumns
      return Wrapping.wrapped(String(line.dropFirst(indent.count)), columns, first: indent, next: indent + "  ")
    }
    _ = put(plain(lines.joined(separator: "\n") + "\n"), to: STDERR_FILENO)
  }

  /// A question on stderr, behind which the answer is typed.
  static func prompt(_ text: String) { _ = put(plain(text), to: STDERR_FILENO) }

  static func notes(_ notes: [String]) {
    for text in notes { note("note: \(Terminal.printable(text))") }
  }

  // MARK: The program's own control characters

  /// Two characters without a meaning that nobody can know beforehand.
  private static let mark = String(
    String.UnicodeScalarView((0..<2).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0xF0000...0xFFFFD)) }))

  /// Drawing of the program's own, with nothing in it that comes from outside: its escapes and carriage returns are to
  /// reach the terminal.
  static func own(_ drawing: String) -> String {
    var marked = String.UnicodeScalarView()
    // By scalars: a carriage return and the line feed after it are one character.
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
    // The mark is not ASCII.
    if printable.utf8.allSatisfy({ $0 < 0x80 }) { return Array(printable.utf8) }
    return Array(printable.replacing(mark + "[", with: "\u{1B}").replacing(mark + "M", with: "\r").utf8)
  }

  // MARK: Readers that go

  /// Waits until something can be read, and ends this program as soon as nobody reads what it prints.
  ///
  /// - Returns: Whether something can be read; `false` after so many milliseconds without.
  static func wait(toRead descriptor: Int32, milliseconds: Int32) -> Bool {
    while true {
      // POLLERR and POLLHUP are always told of.
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

  /// Rests, at most until a signal comes, and ends this program as soon as nobody reads what it prints.
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

  /// Quietly, as in `rouse log | head`, whatever the parent did with the signal.
  private static func endAsByPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // The parent may have blocked it.
    Glibc.exit(128 + SIGPIPE)
  }

  private static func noteLoss(_ code: Int32) {
    guard !isLost.exchange(true, ordering: .relaxed) else { return }
    note("note: it is done; what there was to print is lost, as \(reason(code))")
  }

  private static func reason(_ code: Int32) -> String {
    code == EBADF || code == EPIPE
      ? "stdout is closed" : "stdout cannot be written to: \(String(cString: strerror(code)))"
  }

  /// 0, or the errno of the write(2) that failed.
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
