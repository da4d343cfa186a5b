import Glibc
import Hardware

extension PictureFile {
  public static func write(_ frame: GrayFrame, to path: String) throws(PictureError) {
    try write(try CodedPicture.encodePNG(frame), to: path)
  }

  public static func png(_ frame: GrayFrame) throws(PictureError) -> [UInt8] { try CodedPicture.encodePNG(frame) }

  /// Replaces a file atomically. The content is on disk when this returns. Only the owner may read the file, because a
  /// picture of a card works like the card.
  public static func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
    let temporary = "\(path).\(UInt32.random(in: 0...UInt32.max)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw creationRefusal(path, errno) }
    do throws(PictureError) {
      defer { close(descriptor) }
      try fill(descriptor, with: bytes, path)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw creationRefusal(path, code)
    }
  }

  private static func fill(_ descriptor: Int32, with bytes: [UInt8], _ path: String) throws(PictureError) {
    var count = 0
    while count < bytes.count {
      let step = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if step >= 0 {
        count += step
      } else if errno != EINTR {
        throw PictureError(.cannotWrite, path, "cannot be written: \(Errno.message(errno))")
      }
    }
    guard fsync(descriptor) == 0 else {
      throw PictureError(.cannotWrite, path, "cannot be written: \(Errno.message(errno))")
    }
  }

  private static func creationRefusal(_ path: String, _ code: Int32) -> PictureError {
    PictureError(.cannotCreate, path, "cannot be created: \(Errno.message(code))")
  }
}
