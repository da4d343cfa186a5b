import FoundationEssentials
import Glibc

enum ProcFile {
  static func text(_ path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BenchError("\(path) cannot be read") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Returns the CPU time of a process in seconds: utime and stime, which follow the name in parentheses.
  static func processorTime(of process: pid_t) throws -> Double {
    let path = "/proc/\(process)/stat"
    let fields = (try text(path).split(separator: ")").last ?? "").split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw BenchError("\(path) is not understood")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  static func names(_ path: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }

  /// Returns the number after a name at the start of a line, or 0.
  static func number(_ name: String, in text: String) -> Double {
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Double($0) } ?? 0
    }
    return 0
  }
}
