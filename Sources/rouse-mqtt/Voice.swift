import Glibc
import PlainText

/// Log lines for the journal, on stderr: never the same twice in a row, and a limited number per minute.
struct Voice {
  private var last = ""
  private var minute: Int64 = 0
  private var count = 0

  private static let mostAMinute = 30

  mutating func say(_ text: String) {
    guard text != last else { return }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    let current = Int64(now.tv_sec) / 60
    if current != minute { (minute, count) = (current, 0) }
    count += 1
    guard count <= Self.mostAMinute else { return }
    last = text
    Self.write("rouse-mqtt: \(text.printable())")
  }

  /// Ignores a failure: there is nobody left to tell.
  static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
    let bytes = Array((text + "\n").utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}
