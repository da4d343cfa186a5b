import Hardware
import Pictures
import ScanLine
import Testing

@Suite struct CodeSizeTests {
  @Test(arguments: [(2, 14, 21), (3, 26, 25), (10, 42, 29), (4, 213, 57)])
  func aModuleHasItsShareOfTheShortestSide(pixels: Int, bytes: Int, modules: Int) throws {
    let code = try QRCard(payload: [UInt8](repeating: 0x41, count: bytes))
    #expect(code.size == modules)
    let side = pixels * modules * 1000
    let (width, height) = (side / GrayFrame.cameraWidth, side / GrayFrame.cameraHeight)
    func corner(_ x: Int, _ y: Int) -> FramePoint { FramePoint(x: x, y: y) }
    let report = CodeReport(
      payload: [UInt8](repeating: 0x41, count: bytes),
      outline: Outline(
        topLeft: corner(0, 0), topRight: corner(width, 0), bottomRight: corner(width, height),
        bottomLeft: corner(0, height)))
    #expect(abs(report.pixelsPerModule - Double(pixels)) < 0.05)
  }
}
