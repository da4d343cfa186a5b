import Control
import Glibc

/// A file that is read piece by piece, to be handed over to the daemon.
struct InputFile: ~Copyable {
  let size: Int
  private let path: String
  private let descriptor: Int32

  /// - Parameter remedy: what file to give, for one that is none.
  init(_ path: String, remedy: String) throws(ControlError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let code = errno
      size = 0
      throw ControlError(
        code == ENOENT ? .noSuchFile : .notPermitted, "\(path) cannot be read", why: String(cString: strerror(code)),
        fix: remedy)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      size = 0
      throw ControlError(.badData, "\(path) cannot be read", why: "it is no file", fix: remedy)
    }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

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
