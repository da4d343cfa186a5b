import CLinux
import Control
import FoundationEssentials
import Glibc

/// A file to read in pieces, mostly to upload it to the daemon.
struct InputFile: ~Copyable {
  private(set) var size: Int
  private let path: String
  private let descriptor: Int32

  /// - Parameter remedy: the fix if the file cannot be used.
  init(_ path: String, remedy: String) throws(ControlError) {
    let descriptor = rouse_open_plain_file(path)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      let isPlain = code != EISDIR && code != EINVAL
      throw ControlError(
        !isPlain ? .badData : code == ENOENT ? .noSuchFile : .notPermitted, "\(path) cannot be read",
        why: isPlain ? String(cString: strerror(code)) : "it is not a file but a folder, a pipe, a socket or a device",
        fix: remedy, stillWorks: "nothing was changed")
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  /// Opens a copy of a clock: a file, or standard input for `-`.
  static func copy(_ path: String) throws(ControlError) -> InputFile {
    let remedy = "give a file that `rouse backup` has written"
    return path == standardName ? try standardInputCopy(remedy) : try InputFile(path, remedy: remedy)
  }

  /// Stands for standard input or output in place of a file name.
  static let standardName = "-"

  /// Copies standard input to an unnamed file, because its size must be known first, and it may be read twice.
  private static func standardInputCopy(_ remedy: String) throws(ControlError) -> InputFile {
    guard isatty(STDIN_FILENO) == 0 else {
      throw ControlError(
        .usage, "standard input is a terminal", why: "a backup cannot be typed in",
        fix: "pipe one: `rouse backup - | ssh bedroom rouse import -`; or \(remedy)", stillWorks: "nothing was changed")
    }
    let descriptor = temporaryFile()
    guard descriptor >= 0 else {
      throw unreadable(
        .cannotCreate, "a temporary file cannot be created: \(String(cString: strerror(errno)))",
        "choose a folder that you can write to: `TMPDIR=FOLDER`")
    }
    var copy = InputFile(standardInput: descriptor)
    let input = try standardInput()
    while let piece = try input.next(1 << 16) {
      copy.size += piece.count
      guard copy.size <= BackupPiece.largestFile else {
        throw unreadable(
          .badData, "it has more than \(BackupPiece.largestFile) bytes, too many for a backup",
          "pipe what `rouse backup -` writes")
      }
      let code = Output.put(piece, to: descriptor)
      guard code == 0 else {
        throw unreadable(
          .cannotWrite, "a temporary file cannot be written: \(String(cString: strerror(code)))",
          "free disk space, or choose a folder that has some: `TMPDIR=FOLDER`")
      }
    }
    lseek(descriptor, 0, SEEK_SET)
    return copy
  }

  /// Opens standard input itself; its size is unknown.
  static func standardInput() throws(ControlError) -> InputFile {
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw unreadable(.badData, String(cString: strerror(errno)), "check its source, then try again")
    }
    return InputFile(standardInput: descriptor)
  }

  private init(standardInput descriptor: Int32) { (self.descriptor, size, path) = (descriptor, 0, "standard input") }

  private static func unreadable(_ code: ExitCode, _ why: String, _ fix: String) -> ControlError {
    ControlError(code, "standard input cannot be read", why: why, fix: fix, stillWorks: "nothing was changed")
  }

  /// Returns an unnamed file, or -1 with errno set.
  private static func temporaryFile() -> Int32 {
    let own = getenv("TMPDIR").map { String(cString: $0) }
    for folder in [own, "/var/tmp", "/tmp"].compactMap(\.self) where !folder.isEmpty {
      var name = Array("\(folder)/rouse-XXXXXX".utf8CString)
      let descriptor = mkstemp(&name)
      guard descriptor >= 0 else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      unlink(name)
      return descriptor
    }
    return -1
  }

  deinit { close(descriptor) }

  func handOver(to client: ControlClient, as upload: Int) throws(ControlError) {
    lseek(descriptor, 0, SEEK_SET)
    while let piece = try next(BackupPiece.mostBytes) {
      _ = try client.send(UploadRestore(upload: upload, data: Data(piece).base64EncodedString()))
    }
  }

  /// Returns the whole file, or `nil` if it has more than `most` bytes.
  func whole(atMost most: Int) throws(ControlError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= most, let piece = try next(most + 1) { bytes += piece }
    return bytes.count > most ? nil : bytes
  }

  func next(_ most: Int) throws(ControlError) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: most)
    while true {
      let count = read(descriptor, &piece, most)
      if count > 0 { return [UInt8](piece[..<count]) }
      if count == 0 { return nil }
      guard errno == EINTR else {
        throw ControlError(
          .badData, "\(path) cannot be read", why: String(cString: strerror(errno)), fix: "copy it again, then retry"
        )
      }
    }
  }
}
