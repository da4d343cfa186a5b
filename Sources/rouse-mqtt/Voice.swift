import FoundationEssentials
import Glibc
import Machine
import PlainText

/// Log lines for the journal, on stderr: never the same twice in a row, and a limited number per minute.
struct Voice {
  private var last = ""
  private var minute: Int64 = 0
  private var count = 0

  private static let mostAMinute = 30

  mutating func say(_ text: String) {
    guard text != last else { return }
    let current = SystemTime().sinceBoot.components.seconds / 60
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

  /// Prints a value as a line of JSON. Ignores a failure, too.
  static func print(_ value: some Encodable) {
    do {
      _ = Descriptor.write(try [UInt8](JSONEncoder().encode(value)) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    } catch { write("rouse-mqtt: \(error)") }
  }
}
