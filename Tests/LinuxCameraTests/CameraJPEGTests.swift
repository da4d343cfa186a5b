import FoundationEssentials
import Hardware
import Pictures
import Testing

/// JPEG frames of camera streams, which differ from files.
@Suite struct CameraJPEGTests {
  /// 32x16 in color, the left half gray 40, the right half 200, with the standard's Huffman tables (libjpeg).
  static let base64 = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC
    0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAQ
    ACADASEAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhBy
    JxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT
    lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAA
    AAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRom
    JygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExc
    bHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDwqigD7VooA+KqKAPtWigD/9k=
    """

  static let whole = [UInt8](Data(base64Encoded: base64.filter { !$0.isNewline }) ?? Data())

  /// Without its DHT segments, as many cameras stream.
  static let withoutTables: [UInt8] = {
    var (bytes, rest) = ([UInt8](), whole[...])
    bytes += rest.prefix(2)
    rest = rest.dropFirst(2)
    while rest.count > 4, rest[rest.startIndex + 1] != 0xDA {
      let start = rest.startIndex
      let length = 2 + Int(rest[start + 2]) << 8 + Int(rest[start + 3])
      if rest[start + 1] != 0xC4 { bytes += rest.prefix(length) }
      rest = rest.dropFirst(length)
    }
    return bytes + rest
  }()

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

  @Test func aPictureCutShortAnywhereIsRefused() throws {
    // Only the end marker may be missing, together with padding bits.
    for count in 0..<Self.whole.count - 2 {
      #expect(throws: PictureError.self, "\(count) bytes") { try Self.decode(Array(Self.whole[..<count])) }
    }
  }

  @Test func aHoleInTheMiddleIsRefused() throws {
    let scan = Self.whole.count - 20
    #expect(throws: PictureError.self) { try Self.decode(Array(Self.whole[..<scan]) + [0xFF, 0xD9]) }
  }

  @Test func anotherSizeIsRefused() throws {
    for (width, height) in [(16, 32), (32, 32), (640, 480), (0, 0)] {
      #expect(throws: PictureError.self) { try Self.decode(Self.whole, width: width, height: height) }
    }
  }
}
