import Glibc
import PlainText

/// Text to whoever started us, unbuffered: data on stdout, messages on stderr; without control characters, as file names
/// come from outside.
enum Output {
  static func data(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// A newline is added.
  static func message(_ text: String) {
    write(text + "\n", to: STDERR_FILENO)
  }

  /// Nobody is left to tell when this fails, so it gives up.
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
