import Hardware
import Pictures
import ScanLine
import SyntheticFrames
import TestDevices
import Testing

@testable import CardReader
@testable import rouse_scan

@Suite struct CodeReportTests {
  /// A screen in a dark room glows; paper does not, however little light there is.
  @Test(arguments: [
    (FrameCategory.screenInTheDark, true), (.size, false), (.tilt, false), (.lowLight, false), (.inverted, false),
    (.darkHandHeld, false),
  ])
  func aCodeGlowsWhereNothingElseDoes(category: FrameCategory, glows: Bool) throws {
    let reader = try CardReader()
    var found: [Bool] = []
    for index in 0..<3 {
      let frame = try SyntheticScene(category, seed: 1, index: index).frame()
      found += try reader.read(frame).map { CodeReport($0, in: frame).glows }
    }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0 == glows }, "\(found)")
  }

  /// In thousandths of the frame's sides, and bounded whatever the reader says.
  @Test func theOutlineIsToldInSharesOfTheFrame() throws {
    let frame = GrayFrame(width: 640, height: 480, filledWith: 9)
    let outline = Outline((0, 0), (640, 0), (Int.max, 480), (Int.min, 240))
    let sighting = CardReader.Sighting(payload: [1], pass: .raw, outline: outline)
    let report = CodeReport(sighting, in: frame)
    #expect(report.outline.corners.map(\.x) == [0, 1000, 2000, -1000])
    #expect(report.outline.corners.map(\.y) == [0, 0, 1000, 500])
    #expect(!report.glows)
  }

  @Test(arguments: [(2, 14, 21), (3, 26, 25), (10, 42, 29), (4, 213, 57)])
  func aModuleHasItsShareOfTheShortestSide(pixels: Int, bytes: Int, modules: Int) throws {
    let code = try QRCard(payload: [UInt8](repeating: 0x41, count: bytes))
    #expect(code.size == modules)
    let side = pixels * modules * 1000
    let (width, height) = (side / GrayFrame.cameraWidth, side / GrayFrame.cameraHeight)
    let report = CodeReport(
      payload: [UInt8](repeating: 0x41, count: bytes),
      outline: Outline((0, 0), (width, 0), (width, height), (0, height)))
    #expect(abs(report.pixelsPerModule - Double(pixels)) < 0.05)
  }
}
