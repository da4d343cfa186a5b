import CPictures
import Hardware

/// Decodes and encodes PNG and JPEG with libpng and libjpeg.
enum CodedPicture: String {
  case png = "PNG"
  case jpeg = "JPEG"

  /// - Parameter background: the gray behind transparent parts.
  func decode(_ bytes: [UInt8], on background: UInt8 = 255) throws(PictureError) -> GrayFrame {
    var reason = [CChar](repeating: 0, count: Int(PICTURES_REASON_SIZE))
    var size = pictures_size()
    let sized = bytes.withUnsafeBufferPointer { buffer in
      let data = pictures_data(bytes: buffer.baseAddress, count: buffer.count)
      return self == .png ? pictures_png_size(data, &size, &reason) : pictures_jpeg_size(data, &size, &reason)
    }
    guard sized == 0 else { throw damage(reason) }
    let area = try PictureFile.checkedArea(Int(size.width), Int(size.height))
    var pixels = [UInt8](repeating: 0, count: area)
    let decoded = bytes.withUnsafeBufferPointer { buffer in
      let data = pictures_data(bytes: buffer.baseAddress, count: buffer.count)
      return self == .png
        ? pictures_png_read(data, size, background, &pixels, &reason) : pictures_jpeg_read(data, size, &pixels, &reason)
    }
    guard decoded == 0, let frame = GrayFrame(width: Int(size.width), height: Int(size.height), pixels: pixels) else {
      throw damage(reason)
    }
    return frame
  }

  /// - Parameter quality: for JPEG, libjpeg's 1…100.
  func encode(_ frame: GrayFrame, quality: Int = 0) throws(PictureError) -> [UInt8] {
    var reason = [CChar](repeating: 0, count: Int(PICTURES_REASON_SIZE))
    let size = pictures_size(width: UInt32(frame.width), height: UInt32(frame.height))
    var count = self == .png ? pictures_png_bound(size) : pictures_jpeg_bound(size)
    var bytes = [UInt8](repeating: 0, count: count)
    let written =
      self == .png
      ? pictures_png_write(frame.pixels, size, &bytes, &count, &reason)
      : pictures_jpeg_write(frame.pixels, size, Int32(clamping: quality), &bytes, &count, &reason)
    guard written == 0 else {
      throw PictureError(.cannotWrite, "", "the \(rawValue) could not be made: \(Self.text(reason))")
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private func damage(_ reason: [CChar]) -> PictureError {
    PictureError(.damaged, "", "this \(rawValue) is damaged or ends early: \(Self.text(reason))")
  }

  static func text(_ reason: [CChar]) -> String {
    String(decoding: reason.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }
}
