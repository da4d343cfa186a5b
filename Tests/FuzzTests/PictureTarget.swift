import Hardware

@testable import Pictures

extension FuzzTarget {
  /// A picture file, or a frame of a camera's JPEG stream. More seeds are files that other programs have written.
  static let pictures = FuzzTarget(
    name: "pictures", longest: 4096,
    seeds: {
      let pixels = (0..<48 * 32).map { UInt8(truncatingIfNeeded: $0 * 5) }
      guard let frame = GrayFrame(width: 48, height: 32, pixels: pixels) else { throw BrokenPromise("48 x 32 pixels") }
      let plain = ["P2\n# a comment\n2 2\n255\n0 255\n128 255\n", "P5\n2 2 255\n\u{0}A\u{1}B", "P5 2 1 65535\nABCD"]
      return plain.map { Array($0.utf8) } + [try CodedPicture.png.encode(frame)]
    },
    examine: { bytes in
      var size = (width: 8, height: 8)
      if let frame = try attempt(\.reason, { () throws(PictureError) in try PictureFile.decode(bytes) }) {
        size = (frame.width, frame.height)
        if frame.pixels.count <= 1 << 16 {
          let again = try PictureFile.decode(CodedPicture.png.encode(frame))
          try promise(again == frame, "a written PNG reads back as another picture")
        }
      }
      let streamed = try bytes.withUnsafeBytes { buffer in
        try attempt(\.reason) { () throws(PictureError) in
          try CameraJPEG.decode(buffer, width: size.width, height: size.height)
        }
      }
      if let streamed {
        try promise((streamed.width, streamed.height) == size, "a camera's picture has another size than asked for")
      }
    })
}
