import CLinux
import Control
import Glibc

/// A file that is read piece by piece, to be handed over to the daemon.
struct InputFile: ~Copyable {
  let size: Int
  private let path: String
  private let descriptor: Int32

  /// - Parameter remedy: what file to give, for one that is none.
  init(_ path: String, remedy: String) throws(ControlError) {
    let descriptor = rouse_open_plain_file(path)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      let isPlain = code != EISDIR && code != EINVAL
      throw ControlError(
        !isPlain ? .badData : code == ENOENT ? .noSuchFile : .notPermitted, "\(path) cannot be read",
        why: isPlain ? String(cString: strerror(code)) : "it is no file, but a folder, a pipe, a socket or a device",
        fix: remedy, stillWorks: "nothing was changed")
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// All of a small file; nil where it has more bytes than that.
  func whole(atMost most: Int) throws(ControlError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= most, let piece = try next(most + 1) { bytes += piece }
    return bytes.count > most ? nil : bytes
  }

  /// nil at the end.
  func next(_ most: Int) throws(ControlError) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: most)
    while true {
      let count = read(descriptor, &piece, most)
      if count > 0 { return [UInt8](piece[..<count]) }
      if count == 0 { return nil }
      guard errno == EINTR else {
        throw ControlError(
          .badData, "\(path) cannot be read", why: String(cString: strerror(errno)), fix: "copy it anew, then try again"
        )
      }
    }
  }
}
