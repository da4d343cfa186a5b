import CConfinement
import Glibc
import Hardware

/// Drops privileges that the process does not need, before it reads the first byte of a foreign file: a crafted file
/// may take control of a decoder.
public enum Confinement {
  /// The files that may be read, separated by colons. Only devices may be written.
  public enum Files: String, Sendable {
    /// All files that the user may read, because pictures may be anywhere.
    case all = "/"
    /// The files for finding and using a camera, and for loading libraries at run time, as the C library does for
    /// character sets. Includes all of /dev, because a replugged camera gets a new node.
    case camera = "/sys:/proc/self:/usr/lib:/lib:/lib64:/etc/ld.so.cache"
    /// Only files that are already open.
    case opened = ""
  }

  /// Call before starting any thread. Returns the methods that the kernel does not support, which are skipped.
  ///
  /// - Parameters:
  ///   - addressSpace: the maximum size of the address space in bytes, including libraries and stacks.
  ///   - writtenFile: the maximum size of a written file in bytes.
  public static func apply(readableFiles files: Files, addressSpace: UInt64, writtenFile: UInt64) -> [String] {
    // A core dump would contain the payloads of cards.
    _ = rouse_limit_core(0)
    // These limits cannot be refused unless more is already in use.
    _ = rouse_limit_written_file(writtenFile)
    // A sanitizer maps terabytes, so do not limit its address space.
    if mappedBytes < addressSpace / 2 { _ = rouse_limit_address_space(addressSpace) }
    let privileges = rouse_refuse_privileges()
    guard privileges == 0 else { return ["no new privileges: \(Errno.name(privileges)), so nothing else either"] }
    // In this order, because the system call filter would forbid setting up the file rules.
    let landlock = rouse_allow_files(files.rawValue, files == .camera ? "/dev" : "")
    let seccomp = rouse_refuse_calls(files == .camera)
    var missing: [String] = []
    if landlock != 0 { missing.append("files (Landlock): \(Errno.name(landlock))") }
    if seccomp != 0 { missing.append("system calls (seccomp): \(Errno.name(seccomp))") }
    return missing
  }

  /// Makes the kernel kill this process first when memory runs out, instead of the daemon, whose score it has inherited
  /// (proc_pid_oom_score_adj(5)). Call before `apply`.
  public static func offerToEndFirst() {
    let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    // If this fails, the process keeps the daemon's score and still works.
    _ = write(file, "500", 3)
  }

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
