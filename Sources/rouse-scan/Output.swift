import Glibc
import PlainText

/// Unbuffered output: data on stdout, messages on stderr. Control characters are removed, because file names are
/// untrusted.
enum Output {
  static func data(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// Adds a newline.
  static func message(_ text: String) {
    write(text + "\n", to: STDERR_FILENO)
  }

  /// Gives up on errors, because nobody could be told.
  private static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.printable(keeping: ["\n", "\t"]).utf8)
    var count = 0
    while count < bytes.count {
      let step = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count) }
      if step >= 0 {
        count += step
      } else if errno != EINTR {
        return
      }
    }
  }
}
