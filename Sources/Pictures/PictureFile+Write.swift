import Glibc
import Hardware

extension PictureFile {
  public static func write(_ frame: GrayFrame, to path: String) throws(PictureError) {
    try write(try png(frame), to: path)
  }

  public static func png(_ frame: GrayFrame) throws(PictureError) -> [UInt8] { try CodedPicture.png.encode(frame) }

  /// Replaces a file atomically. The content is on disk when this returns. Only the owner may read the file, because a
  /// picture of a card works like the card.
  public static func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
    let temporary = "\(path).\(UInt32.random(in: 0...UInt32.max)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else {
      throw PictureError(.cannotCreate, path, "cannot be created: \(Errno.message(errno))")
    }
    var error: PictureError?
    if fwrite(bytes, 1, bytes.count, file) < bytes.count || fflush(file) != 0 || fsync(descriptor) != 0 {
      error = PictureError(.cannotWrite, path, "cannot be written: \(Errno.message(errno))")
    }
    fclose(file)
    if error == nil, rename(temporary, path) != 0 {
      error = PictureError(.cannotCreate, path, "cannot be created: \(Errno.message(errno))")
    }
    guard let error else { return }
    unlink(temporary)
    throw error
  }
}
