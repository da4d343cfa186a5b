import CConfinement
import Glibc
import Hardware

/// Gives up what this process does not need, before it looks at the first picture: a crafted one may make a decoder do
/// as its maker wants.
enum Confinement {
  /// Where files may be read; devices alone may be written to.
  enum Files {
    /// Whatever the user may read: pictures lie anywhere.
    case all
    /// What finding and using a camera takes, and loading a library at run time: the C library's character sets come so.
    /// All of /dev, because the node of a camera that is plugged in again is a new one.
    case camera

    /// Separated by colons.
    var readable: String {
      switch self {
      case .all: "/"
      case .camera: "/sys:/proc/self:/usr/lib:/lib:/lib64:/etc/ld.so.cache"
      }
    }

    var devices: String {
      switch self {
      case .all: ""
      case .camera: "/dev"
      }
    }
  }

  /// Call it before any thread is started. What the kernel does not offer is left out, and named in what is returned.
  static func apply(readableFiles files: Files) -> [String] {
    limit()
    let privileges = rouse_refuse_privileges()
    guard privileges == 0 else { return ["no new privileges: \(Errno.name(privileges)), so nothing else either"] }
    // In this order, because confined to its calls it could not confine itself to files.
    let landlock = rouse_allow_files(files.readable, files.devices)
    let seccomp = rouse_refuse_calls(files == .camera)
    var missing: [String] = []
    if landlock != 0 { missing.append("files (Landlock): \(Errno.name(landlock))") }
    if seccomp != 0 { missing.append("system calls (seccomp): \(Errno.name(seccomp))") }
    return missing
  }

  /// Limits that cannot be refused, except that more is in use already.
  private static func limit() {
    // A core would hold the payloads of cards.
    _ = rouse_limit_core(0)
    // What was started with its messages going into a file goes on writing them.
    if !isFile(STDOUT_FILENO), !isFile(STDERR_FILENO) { _ = rouse_limit_written_file(0) }
    // A sanitizer maps terabytes; under one there is no limit.
    if mappedBytes < largestAddressSpace / 2 { _ = rouse_limit_address_space(largestAddressSpace) }
  }

  private static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The address space in use, by proc(5)'s statm: pages.
  private static var mappedBytes: UInt64 {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return .max }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    let digits = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: " ") }
    guard let pages = UInt64(String(decoding: digits, as: UTF8.self)) else { return .max }
    return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// A picture of the largest size takes about 300 MB; the rest is room for libraries and stacks.
  private static let largestAddressSpace: UInt64 = 2 << 30
}
