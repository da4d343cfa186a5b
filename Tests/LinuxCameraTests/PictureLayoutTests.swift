import Hardware
import Testing

@testable import LinuxCamera

@Suite struct PictureLayoutTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: PixelFormat
    /// Bytes from one row to the next.
    var stride: Int
    /// Returns a row of gray `value` without padding.
    var row: @Sendable (UInt8) -> [UInt8]
    var testDescription: String { "\(format.rawValue), \(stride) bytes a row" }
  }

  /// 8 x 6 pixels; chroma and padding are 99, which must not appear.
  static let cases: [Case] = [
    Case(format: .grey, stride: 8) { [UInt8](repeating: $0, count: 8) },
    Case(format: .grey, stride: 64) { [UInt8](repeating: $0, count: 8) },
    Case(format: .nv12, stride: 8) { [UInt8](repeating: $0, count: 8) },
    Case(format: .nv21, stride: 16) { [UInt8](repeating: $0, count: 8) },
    Case(format: .planar420, stride: 32) { [UInt8](repeating: $0, count: 8) },
    Case(format: .yuyv, stride: 16) { value in (0..<8).flatMap { _ in [value, 99] } },
    Case(format: .yuyv, stride: 20) { value in (0..<8).flatMap { _ in [value, 99] } },
    Case(format: .uyvy, stride: 16) { value in (0..<8).flatMap { _ in [99, value] } },
  ]

  static func bytes(_ example: Case) -> [UInt8] {
    (0..<6).flatMap { y -> [UInt8] in
      let row = example.row(UInt8(y * 40))
      return row + [UInt8](repeating: 99, count: example.stride - row.count)
    }
  }

  static func frame(_ layout: PictureLayout, _ bytes: [UInt8]) throws -> GrayFrame {
    try bytes.withUnsafeBytes { try layout.frame(of: $0) }
  }

  @Test(arguments: cases)
  func everyRowIsItsGreysAlone(example: Case) throws {
    let layout = try #require(PictureLayout(format: example.format, width: 8, height: 6, bytesPerRow: example.stride))
    let frame = try Self.frame(layout, Self.bytes(example))
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
  func aPictureThatEndsEarlyIsDamaged(example: Case) throws {
    let layout = try #require(PictureLayout(format: example.format, width: 8, height: 6, bytesPerRow: example.stride))
    let needed = example.stride * 5 + example.row(0).count
    _ = try Self.frame(layout, Array(Self.bytes(example)[..<needed]))
    for count in [0, 1, needed - 1] {
      #expect(throws: PictureLayout.Damage.self) { try Self.frame(layout, Array(Self.bytes(example)[..<count])) }
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
