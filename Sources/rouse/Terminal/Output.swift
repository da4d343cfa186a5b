import Control
import Glibc

/// Data goes to stdout; notes, warnings and errors go to stderr.
enum Output {
  static func line(_ text: String) throws(ControlError) { try write(text + "\n") }

  /// Writes all of it at once, unbuffered, so that a stream's reader sees each line when it happens.
  static func write(_ text: String) throws(ControlError) {
    let code = put([UInt8](text.utf8), to: STDOUT_FILENO)
    guard code == 0 else {
      throw ControlError(
        .cannotWrite, "the output cannot be written", why: String(cString: strerror(code)),
        fix: "look at where stdout goes: is that disk full?")
    }
  }

  /// A line for people on stderr. When even that cannot be written there is nobody left to tell.
  static func note(_ text: String) { _ = put([UInt8]((text + "\n").utf8), to: STDERR_FILENO) }

  static func notes(_ notes: [String]) {
    for text in notes { note("note: \(Terminal.printable(text))") }
  }

  /// 0, or the errno of the write(2) that failed.
  private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
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
