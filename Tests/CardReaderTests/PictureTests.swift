import CardReader
import Glibc
import Hardware
import Pictures
import TestSupport
import Testing

@Suite struct PictureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Samples.pngs)
  func aPNGOfAnyKindBecomesGreyOnWhite(path: String) throws {
    let frame = try PictureFile.read(path)
    #expect((frame.width, frame.height) == (2, 2))
    #expect(frame.pixels == [0, 255, 128, 255])
  }

  @Test func transparentPartsLieOnTheGivenBackground() throws {
    for (index, last) in [(1, UInt8(0)), (2, 255), (3, 0)] {
      #expect(try PictureFile.read(Samples.pngs[index], on: 0).pixels == [0, 255, 128, last], "\(Samples.pngs[index])")
    }
  }

  @Test func codesOfWhiteModulesAreReadOnBlackWithoutAMarginToo() throws {
    let (path, reader) = (Samples.whiteOnTransparency, try CardReader())
    #expect(try reader.read(PictureFile.read(path).fitted()).isEmpty)
    #expect(try reader.read(PictureFile.read(path, on: 0).fitted(margin: 0)).map(\.payload) == [Array("wake up".utf8)])
    for version in [1, 4] {
      let code = try SegmentedCode([.bytes(Array("wake up".utf8))], version: version).image(quiet: 0, isInverted: true)
      #expect(try CardReader().read(code.fitted(margin: 0)).map(\.payload) == [Array("wake up".utf8)])
    }
  }

  @Test(arguments: Samples.jpegs)
  func aJPEGOfAnyKindBecomesGrey(path: String) throws {
    let frame = try PictureFile.read(path)
    #expect((frame.width, frame.height) == (8, 8))
    #expect(frame.pixels.allSatisfy { (198...202).contains($0) })
  }

  @Test(
    arguments: [
      ("P2\n# a comment\n2 2\n255\n0 255\n128 255\n", [0, 255, 128, 255]),
      ("P2 2 2 15 0 15 8 15", [0, 255, 136, 255]),
      ("P5\n2 2 255\n\u{0}A\u{1}B", [0, 65, 1, 66]),
      ("P5 2 1 # why not\n 65535\nA\u{0}\u{0}A", [65, 0]),
    ] as [(String, [UInt8])])
  func aPGMIsReadPlainAndBinary(text: String, expected: [UInt8]) throws {
    #expect(try PictureFile.read(folder.write(Array(text.utf8), to: "a.pgm")).pixels == expected)
  }

  @Test func aWrittenPNGReadsBackTheSame() throws {
    let frame = GrayFrame(width: 61, height: 37, filledWith: 128).noisy(127, seed: 9)
    let path = "\(folder.path)/out.png"
    try PictureFile.write(GrayFrame(width: 1, height: 1, filledWith: 0), to: path)
    try PictureFile.write(frame, to: path)
    #expect(try PictureFile.read(path) == frame)
    #expect(Files.names(folder.path) == ["out.png"])
  }

  static let bad: [(name: String, bytes: [UInt8], kind: PictureError.Kind)] = [
    ("empty", [], .damaged),
    ("text", Array("hello, this is no picture".utf8), .damaged),
    ("PNG signature alone", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .damaged),
    ("PNG cut short", Array(Files.bytes(Samples.pngs[0]).dropLast(30)), .damaged),
    ("PNG with garbage", Array(Files.bytes(Samples.pngs[0]).prefix(33)) + [UInt8](repeating: 7, count: 99), .damaged),
    ("PNG of a terapixel", hugePNG, .tooLarge),
    ("JPEG start alone", [0xFF, 0xD8], .damaged),
    ("JPEG cut short", Array(Files.bytes(Samples.jpegs[1]).dropLast(8)), .damaged),
    ("JPEG of 4 gigapixels", hugeJPEG, .tooLarge),
    ("PGM without a size", Array("P5".utf8), .damaged),
    ("PGM of nothing", Array("P5 0 10 255 ".utf8), .damaged),
    ("PGM cut short", Array("P5 100 100 255 abc".utf8), .damaged),
    ("PGM of 10 gigapixels", Array("P5 100000 100000 255 abc".utf8), .tooLarge),
    ("PGM of an endless number", Array("P5 99999999999999999999999 1 255 a".utf8), .damaged),
    ("PGM with a depth of zero", Array("P5 1 1 0 a".utf8), .damaged),
    ("PGM with a word for a sample", Array("P2 2 1 255 1 two".utf8), .damaged),
    ("PGM with a sample out of range", Array("P2 2 1 15 1 16".utf8), .damaged),
    ("negative PGM", Array("P2 -2 1 15 1 16".utf8), .damaged),
  ]

  /// libpng itself would refuse 2,000,000 pixels a side, so this header has 1,000,000.
  static let hugePNG: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0x0F, 0x42, 0x40, 0, 0x0F,
    0x42, 0x40, 8, 0, 0, 0, 0, 0x79, 0x06, 0x67, 0xA1, 0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xAF, 0x06, 0x1E,
  ]

  /// The gray sample with 65,500 pixels a side in its frame header.
  static let hugeJPEG: [UInt8] = {
    var bytes = Files.bytes(Samples.jpegs[0])
    for index in bytes.indices.dropLast(9) where bytes[index] == 0xFF && bytes[index + 1] == 0xC0 {
      bytes.replaceSubrange(index + 5..<index + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    }
    return bytes
  }()

  @Test(arguments: bad)
  func aBadPictureIsRefusedWithAReason(name: String, bytes: [UInt8], kind: PictureError.Kind) throws {
    let path = try folder.write(bytes, to: "bad")
    let error = try #require(throws: PictureError.self, "\(name)") { try PictureFile.read(path) }
    #expect(error.kind == kind, "\(name): \(error)")
    #expect(error.exitCode == EX_DATAERR)
    #expect("\(error)".hasPrefix(path) && "\(error)".contains("To fix it"))
  }

  @Test func whatIsNoFileOrOverTheLimitIsNamedAsSuch() throws {
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let huge = try folder.write([0x89, 0x50, 0x4E, 0x47], to: "huge.png")
    #expect(truncate(huge, PictureFile.byteLimit + 1) == 0)
    let expectations: [(String, PictureError.Kind, Int32)] = [
      ("\(folder.path)/nothing.png", .missing, EX_NOINPUT),
      ("\(folder.path)/nothing/at/all.png", .missing, EX_NOINPUT),
      (folder.path, .notAFile, EX_DATAERR),
      (pipe, .notAFile, EX_DATAERR),
      ("/dev/zero", .notAFile, EX_DATAERR),
      (huge, .tooLarge, EX_DATAERR),
    ]
    for (path, kind, exitCode) in expectations {
      let error = try #require(throws: PictureError.self) { try PictureFile.read(path) }
      #expect(error.kind == kind, "\(path)")
      #expect(error.exitCode == exitCode)
    }
  }

  @Test func aWriteThatFailsSaysSoAndLeavesNothingBehind() throws {
    let error = try #require(throws: PictureError.self) {
      try PictureFile.write([1], to: "\(folder.path)/nothing/card.png")
    }
    #expect(error.kind == .cannotCreate)
    #expect(error.exitCode == EX_CANTCREAT)
    let target = "\(folder.path)/taken"
    #expect(mkdir(target, 0o700) == 0)
    defer { rmdir(target) }
    #expect(throws: PictureError.self) { try PictureFile.write([1], to: target) }
    #expect(Files.names(folder.path) == ["taken"])
  }
}

/// Tiny pictures from other encoders (Pillow; the interlaced one by hand), which are seeds of FuzzTests, too.
enum Samples {
  /// 2x2 PNGs: black, white; mid-gray (128), white.
  static let pngs = [
    "8-bit-grey", "grey-with-alpha-the-last-pixel-black-but-transparent", "rgb",
    "rgba-the-last-pixel-red-but-transparent", "palette-of-three", "16-bit-grey", "8-bit-grey-adam7",
  ].map { path($0 + ".png") }

  /// 8x8 JPEGs of gray 200.
  static let jpegs = ["greyscale", "colour", "progressive", "cmyk-as-adobe-s-programs-store-it"].map {
    path($0 + ".jpg")
  }

  /// A code of "wake up" with white modules on transparency (libqrencode, zlib).
  static let whiteOnTransparency = path("white-on-transparency.png")

  private static func path(_ name: String) -> String {
    String(#filePath.dropLast("CardReaderTests/PictureTests.swift".count)) + "FuzzTests/seeds/pictures/" + name
  }
}
