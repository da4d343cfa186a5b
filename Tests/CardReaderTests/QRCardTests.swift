import CardReader
import Hardware
import Pictures
import TestSupport
import Testing

@Suite struct QRCardTests {
  let payload = Array("4f1c2b3a-rouse-0123456789abcdef".utf8)

  @Test func aPrintedPNGHasAFullQuietZoneAndReadsBack() throws {
    let folder = try TemporaryFolder()
    let card = try QRCard(payload: payload)
    let path = "\(folder.path)/card.png"
    try PictureFile.write(card.png(moduleSize: 8), to: path)
    let frame = try PictureFile.read(path)
    #expect((frame.width, frame.height) == ((card.size + 8) * 8, (card.size + 8) * 8))
    #expect(frame.pixels.prefix(32 * frame.width).allSatisfy { $0 == 255 })
    // The finder pattern begins after four modules.
    #expect(frame.pixels[32 * frame.width + 31] == 255)
    #expect(frame.pixels[32 * frame.width + 32] == 0)
    #expect(try CardReader().read(frame.fitted()).map(\.payload) == [payload])
  }

  @Test func thePathOfTheSVGIsTheCode() throws {
    let card = try QRCard(payload: payload)
    var drawn = [Bool](repeating: false, count: card.size * card.size)
    // Every run is "Mx yhNv1h-Nz".
    for run in card.svgPath.split(separator: "M") {
      let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
      for x in numbers[0]..<numbers[0] + numbers[2] { drawn[(numbers[1] - 4) * card.size + x - 4] = true }
    }
    #expect(drawn == card.modules)
  }

  @Test(arguments: [true, false])
  func aDrawingInTheTerminalReadsBack(inColor: Bool) throws {
    let card = try QRCard(payload: payload)
    let lines = card.terminalText(inColor: inColor).split(separator: "\n").map { line in
      line.replacing("\u{1B}[38;5;16;48;5;231m", with: "").replacing("\u{1B}[0m", with: "")
    }
    #expect(lines.allSatisfy { $0.count == card.size + 8 })
    // With color, glyphs are black on white; without, they are light on a dark terminal.
    let ink: UInt8 = inColor ? 0 : 255
    let pixels = lines.flatMap { line in
      ["▀█", "▄█"].flatMap { halves in line.map { halves.contains($0) ? ink : ~ink } }
    }
    let frame = try #require(GrayFrame(width: card.size + 8, height: 2 * lines.count, pixels: pixels))
    #expect(frame.pixels.prefix(4 * frame.width).allSatisfy { $0 == 255 })
    #expect(try CardReader().read(frame.fitted(), with: .raw).map(\.payload) == [payload])
  }

  @Test func aPayloadThatFitsNoCodeIsRefused() throws {
    #expect(try QRCard(payload: [UInt8](repeating: 65, count: 2331)).size == 177)
    for count in [0, 2332, 100_000] {
      let error = try #require(throws: PictureError.self) { try QRCard(payload: [UInt8](repeating: 65, count: count)) }
      #expect(error.kind == .payloadTooLong)
    }
  }
}
