import Glibc

extension Files {
  /// Returns the content of a file, or an empty text if it cannot be read.
  public static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

  public static func bytes(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return bytes
  }

  /// Returns the number after a name at the start of a line, as in proc(5) files. Throws if there is none.
  public static func number(_ name: String, in path: String) throws -> Int {
    let line = text(path).split(separator: "\n").first { $0.hasPrefix(name) }
    let word = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
    guard let number = word.flatMap({ Int($0) }) else { throw Failure("\(path) has no number after \(name)") }
    return number
  }

  /// Returns the resident memory of a process in KiB, now and at its peak (proc(5)).
  public static func resident(_ id: pid_t) throws -> Int { try number("VmRSS:", in: "/proc/\(id)/status") }
  public static func peak(of id: pid_t) throws -> Int { try number("VmHWM:", in: "/proc/\(id)/status") }

  /// Creates or overwrites a file.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure("\(path) cannot be created") }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Failure("\(path) cannot be written") }
  }

  public static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  /// The folder of the built programs: `ROUSE_BIN`, or the folder of the test bundle.
  public static let builtPrograms: String = {
    if let folder = getenv("ROUSE_BIN") { return String(cString: folder) }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(0, count)].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    return own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
  }()
}
