import Hardware
import Pictures
import TestSupport
import Testing

/// JPEG frames of camera streams, which differ from files.
@Suite struct CameraJPEGTests {
  /// 32x16 in color, the left half gray 40, the right half 200, with the standard's Huffman tables (libjpeg).
  static let whole = picture("dark-and-light.jpg")

  /// Without its DHT segments, as many cameras stream.
  static let withoutTables = picture("dark-and-light-without-huffman-tables.jpg")

  private static func picture(_ name: String) -> [UInt8] {
    let tests = String(#filePath.dropLast("LinuxCameraTests/CameraJPEGTests.swift".count))
    return Files.bytes(tests + "FuzzTests/seeds/pictures/" + name)
  }

  static func decode(_ bytes: [UInt8], width: Int = 32, height: Int = 16) throws -> GrayFrame {
    try bytes.withUnsafeBytes { try CameraJPEG.decode($0, width: width, height: height) }
  }

  @Test func pixelsComeOutWithAndWithoutTables() throws {
    #expect(Self.withoutTables.count < Self.whole.count - 400)
    for bytes in [Self.whole, Self.withoutTables, Self.whole + [UInt8](repeating: 0, count: 100)] {
      let frame = try Self.decode(bytes)
      for y in 0..<16 {
        #expect(frame.pixels[y * 32..<y * 32 + 16].allSatisfy { (35...45).contains($0) })
        #expect(frame.pixels[y * 32 + 16..<y * 32 + 32].allSatisfy { (195...205).contains($0) })
      }
    }
  }

  @Test func aPictureCutShortWithAHoleOrOfAnotherSizeIsRefused() throws {
    // Only the end marker may be missing, together with padding bits.
    for count in 0..<Self.whole.count - 2 {
      #expect(throws: PictureError.self, "\(count) bytes") { try Self.decode(Array(Self.whole[..<count])) }
    }
    let scan = Self.whole.count - 20
    #expect(throws: PictureError.self) { try Self.decode(Array(Self.whole[..<scan]) + [0xFF, 0xD9]) }
    for (width, height) in [(16, 32), (32, 32), (640, 480), (0, 0)] {
      #expect(throws: PictureError.self) { try Self.decode(Self.whole, width: width, height: height) }
    }
  }
}
