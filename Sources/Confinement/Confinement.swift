import CConfinement
import Glibc
import Hardware

/// Gives up what this process does not need, before it reads the first byte of other people's files: a crafted one may
/// make a decoder do as its maker wants.
public enum Confinement {
  /// Where files may be read; devices alone may be written to.
  public enum Files: Sendable {
    /// Whatever the user may read: pictures lie anywhere.
    case all
    /// What finding and using a camera takes, and loading a library at run time: the C library's character sets come so.
    /// All of /dev, because the node of a camera that is plugged in again is a new one.
    case camera
    /// None but those that are open already.
    case opened

    /// Separated by colons.
    var readable: String {
      switch self {
      case .all: "/"
      case .camera: "/sys:/proc/self:/usr/lib:/lib:/lib64:/etc/ld.so.cache"
      case .opened: ""
      }
    }

    var devices: String {
      switch self {
      case .all, .opened: ""
      case .camera: "/dev"
      }
    }
  }

  /// How much a process may use.
  public struct Limits: Sendable {
    /// Bytes of address space, libraries and stacks included.
    public var addressSpace: UInt64
    /// Bytes of a file that it writes.
    public var writtenFile: UInt64

    public init(addressSpace: UInt64, writtenFile: UInt64) {
      self.addressSpace = addressSpace
      self.writtenFile = writtenFile
    }
  }

  /// Call it before any thread is started. What the kernel does not offer is left out, and named in what is returned.
  public static func apply(readableFiles files: Files, limits: Limits) -> [String] {
    limit(limits)
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

  /// When memory is short, the kernel is to end this process, not the one that rings, whose rank it has inherited
  /// (proc_pid_oom_score_adj(5)). Call it before `apply`.
  public static func offerToEndFirst() {
    let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    // Refused, it keeps the daemon's rank, and works all the same.
    _ = write(file, "500", 3)
  }

  /// Limits that cannot be refused, except that more is in use already.
  private static func limit(_ limits: Limits) {
    // A core would hold the payloads of cards.
    _ = rouse_limit_core(0)
    _ = rouse_limit_written_file(limits.writtenFile)
    // A sanitizer maps terabytes; under one there is no limit.
    if mappedBytes < limits.addressSpace / 2 { _ = rouse_limit_address_space(limits.addressSpace) }
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
}
