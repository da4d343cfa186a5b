import CLinux
import Glibc
import Hardware

/// Reads PNG, JPEG and PGM files of any size as gray, and writes files atomically.
public enum PictureFile {
  public static let byteLimit = 64 << 20
  /// The maximum number of pixels, checked in the header before allocating memory.
  public static let pixelLimit = 64_000_000

  /// Reads a picture as gray: luma of colors, the upper half of 16-bit samples, `background` behind transparent parts.
  public static func read(_ path: String, on background: UInt8 = 255) throws(PictureError) -> GrayFrame {
    let bytes = try contents(of: path)
    do {
      return try decode(bytes, on: background)
    } catch {
      throw PictureError(error.kind, path, error.reason)
    }
  }

  static func decode(_ bytes: [UInt8], on background: UInt8 = 255) throws(PictureError) -> GrayFrame {
    if bytes.isEmpty {
      throw PictureError(.damaged, "", "the file is empty")
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      return try CodedPicture.png.decode(bytes, on: background)
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      return try CodedPicture.jpeg.decode(bytes)
    } else if bytes.starts(with: Array("P5".utf8)) || bytes.starts(with: Array("P2".utf8)) {
      return try PGM.decode(bytes)
    } else {
      throw PictureError(.damaged, "", "this is not a PNG, JPEG or PGM picture")
    }
  }

  /// Returns width times height, or throws if the size exceeds the limits.
  static func checkedArea(_ width: Int, _ height: Int) throws(PictureError) -> Int {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0 else { throw PictureError(.damaged, "", "the picture has no pixels") }
    guard !overflow, area <= pixelLimit else {
      throw PictureError(
        .tooLarge, "", "the picture is \(width)x\(height), more than \(pixelLimit / 1_000_000) megapixels")
    }
    return area
  }

  private static func contents(of path: String) throws(PictureError) -> [UInt8] {
    let descriptor = rouse_open_plain_file(path)
    guard descriptor >= 0, let file = fdopen(descriptor, "r") else { throw refusal(path, "cannot be opened", errno) }
    defer { fclose(file) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw refusal(path, "cannot be examined", errno) }
    guard status.st_size <= byteLimit else {
      throw PictureError(.tooLarge, path, "the file is larger than \(byteLimit >> 20) MiB")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else { throw refusal(path, "cannot be read", errno) }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func refusal(_ path: String, _ what: String, _ code: Int32) -> PictureError {
    switch code {
    case ENOENT, ENOTDIR: PictureError(.missing, path, "there is no such file")
    case EISDIR: PictureError(.notAFile, path, "this is a folder, not a picture")
    case EINVAL: PictureError(.notAFile, path, "this is a device or a pipe, not a picture file")
    case EACCES, EPERM: PictureError(.notPermitted, path, "\(what): \(Errno.message(code))")
    default: PictureError(.damaged, path, "\(what): \(Errno.message(code))")
    }
  }
}
