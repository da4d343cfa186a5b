import CPictures
import Hardware

/// Pictures in a camera's JPEG stream.
public enum CameraJPEG {
  /// Decodes one picture directly to gray, which skips the color conversion.
  ///
  /// Stricter than `PictureFile`: a truncated or corrupt picture is refused, because the next one comes in a moment and
  /// libjpeg would paint over the damage. Streams may omit the Huffman tables and then use those of the standard
  /// (Microsoft's "MJPEG DHT segment"). Also throws `.damaged` if the size differs from the camera's setting. Bytes
  /// after the end of the picture are ignored.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int
  ) throws(PictureError) -> GrayFrame {
    var reason = [CChar](repeating: 0, count: Int(PICTURES_REASON_SIZE))
    let area = try PictureFile.checkedArea(width, height)
    let size = pictures_size(width: UInt32(width), height: UInt32(height))
    let data = pictures_data(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, count: bytes.count)
    var result: Int32 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: area) { target, count in
      result = pictures_jpeg_frame(data, size, target.baseAddress, &reason)
      count = result == 0 ? area : 0
    }
    guard result == 0, let frame = GrayFrame(width: width, height: height, pixels: pixels) else {
      throw PictureError(.damaged, "", "this camera picture is damaged: \(CodedPicture.text(reason))")
    }
    return frame
  }

  /// Encodes a frame as one picture of such a stream; `quality` is libjpeg's 1…100.
  public static func encode(_ frame: GrayFrame, quality: Int) throws(PictureError) -> [UInt8] {
    try CodedPicture.jpeg.encode(frame, quality: quality)
  }
}
