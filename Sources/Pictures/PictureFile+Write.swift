import Glibc
import Hardware

extension PictureFile {
  /// Writes the frame as a grey PNG.
  public static func write(_ frame: GrayFrame, to path: String) throws(PictureError) {
    try write(try CodedPicture.encodePNG(frame), to: path)
  }

  /// The bytes of a grey PNG of the frame.
  public static func png(_ frame: GrayFrame) throws(PictureError) -> [UInt8] { try CodedPicture.encodePNG(frame) }

  /// Replaces the file by these bytes, durable once this returns; nobody ever sees half of it. It is readable by its
  /// owner alone, since the picture of a card is as good as the card.
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
