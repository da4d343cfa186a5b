import Hardware
import Pictures
import TestSupport
import Testing

@testable import LinuxCamera

@Suite struct PictureLayoutTests {
  /// Pictures of 8 x 6 pixels: the bytes from one row to the next, and those from one gray of a row to the next.
  static let cases: [(format: PixelFormat, stride: Int, step: Int)] = [
    (.grey, 8, 1), (.grey, 64, 1), (.nv12, 8, 1), (.nv21, 16, 1), (.planar420, 32, 1), (.yuyv, 16, 2), (.yuyv, 20, 2),
    (.uyvy, 16, 2),
  ]

  /// Chroma and padding are 99, which must not appear.
  static func bytes(_ format: PixelFormat, stride: Int, step: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 99, count: 6 * stride)
    let first = format == .uyvy ? 1 : 0
    for y in 0..<6 { for x in 0..<8 { bytes[y * stride + x * step + first] = UInt8(y * 40) } }
    return bytes
  }

  static func frame(_ layout: PictureLayout, _ bytes: [UInt8]) throws -> GrayFrame {
    try bytes.withUnsafeBytes { try layout.frame(of: $0) }
  }

  @Test(arguments: cases)
  func everyRowIsItsGreysAlone(format: PixelFormat, stride: Int, step: Int) throws {
    let layout = try #require(PictureLayout(format: format, width: 8, height: 6, bytesPerRow: stride))
    let frame = try Self.frame(layout, Self.bytes(format, stride: stride, step: step))
    #expect((frame.width, frame.height) == (640, 480))
    for y in 0..<6 {
      // The middle of the 80 rows that each row of the picture becomes.
      #expect(frame.pixels[(y * 80 + 40) * 640..<(y * 80 + 40) * 640 + 640].allSatisfy { abs(Int($0) - y * 40) <= 1 })
    }
  }

  @Test(arguments: [(PixelFormat.yuyv, 2, 0), (.uyvy, 2, 1), (.grey, 1, 0)])
  func everyGreyStaysInItsPlace(format: PixelFormat, step: Int, offset: Int) throws {
    let (width, height, stride) = (640, 480, 640 * step + 16)
    let layout = try #require(PictureLayout(format: format, width: width, height: height, bytesPerRow: stride))
    let greys = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
    var bytes = [UInt8](repeating: 99, count: stride * height)
    for (index, grey) in greys.enumerated() { bytes[index / width * stride + index % width * step + offset] = grey }
    let frame = try Self.frame(layout, bytes)
    #expect(frame.pixels == greys)
    #expect(frame.meanBrightness == greys.reduce(0) { $0 + Int($1) } / greys.count)
  }

  @Test(arguments: cases)
  func aPictureThatEndsEarlyIsDamaged(format: PixelFormat, stride: Int, step: Int) throws {
    let layout = try #require(PictureLayout(format: format, width: 8, height: 6, bytesPerRow: stride))
    let bytes = Self.bytes(format, stride: stride, step: step)
    let needed = stride * 5 + 8 * step
    _ = try Self.frame(layout, Array(bytes[..<needed]))
    for count in [0, 1, needed - 1] {
      #expect(throws: PictureLayout.Damage.self) { try Self.frame(layout, Array(bytes[..<count])) }
    }
  }

  @Test func rowsWithoutAStrideAreNotPadded() throws {
    let layout = try #require(PictureLayout(format: .yuyv, width: 8, height: 6, bytesPerRow: 0))
    #expect(layout.bytesPerRow == 16)
  }

  @Test(arguments: [(0, 480, 0), (640, 0, 0), (100_000, 480, 0), (640, 480, -1), (640, 480, 1 << 30)])
  func sizesThatNoCameraHasAreRefused(width: Int, height: Int, bytesPerRow: Int) {
    #expect(PictureLayout(format: .grey, width: width, height: height, bytesPerRow: bytesPerRow) == nil)
  }

  /// A wide picture is cropped to its middle, because margins would count as light.
  @Test(arguments: [(1280, 720), (640, 360), (1920, 1080), (640, 640), (352, 288), (16, 480), (16, 16)])
  func aPictureOfAnyShapeFillsTheFrameWithItsMiddle(width: Int, height: Int) throws {
    let layout = try #require(PictureLayout(format: .grey, width: width, height: height, bytesPerRow: width))
    let frame = try Self.frame(layout, [UInt8](repeating: 3, count: width * height))
    #expect(frame == GrayFrame(width: 640, height: 480, filledWith: 3))
  }

  @Test func theMiddleOfAWidePictureIsKept() throws {
    let frame = try #require(GrayFrame(width: 8, height: 3, pixels: (0..<3).flatMap { _ in (0..<8).map { UInt8($0) } }))
    let middle = frame.croppedToCameraShape()
    #expect((middle.width, middle.height) == (4, 3))
    #expect(Array(middle.pixels[..<4]) == [2, 3, 4, 5])
  }

  @Test func fourCharactersMakeACode() {
    #expect(PixelFormat.yuyv.code == 0x5659_5559)
    #expect(PixelFormat(code: 0x4745_504A) == .jpeg)
    #expect(PixelFormat(code: 0x3231_4247) == nil)
    #expect(PixelFormat.allCases.allSatisfy { PixelFormat(code: $0.code) == $0 })
  }
}

/// JPEG frames of camera streams, which differ from files.
@Suite struct CameraJPEGTests {
  /// 32x16 in color, the left half gray 40, the right half 200, with the standard's Huffman tables (libjpeg).
  static let whole = picture("dark-and-light.jpg")

  /// Without its DHT segments, as many cameras stream.
  static let withoutTables = picture("dark-and-light-without-huffman-tables.jpg")

  private static func picture(_ name: String) -> [UInt8] {
    let tests = String(#filePath.dropLast("LinuxCameraTests/PictureLayoutTests.swift".count))
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
