import CardReader
import Glibc
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

/// A printed card; `rsvg-convert` stands for the printer.
@Suite(.startsPrograms) struct PrintedCardTests {
  private static let hasConverter = access("/usr/bin/rsvg-convert", X_OK) == 0
  private static let payload = Array("ROUSE:ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  private static let purpose = ["Silences the alarm clock.", "Hold it flat before the camera, with light on it."]

  private static func card(_ name: String, width: Double = 70, payload: [UInt8] = payload) throws -> PrintedCard {
    PrintedCard(code: try QRCard(payload: payload), name: name, purpose: purpose, width: width)
  }

  private static let names = [
    "bathroom", "", "i", "Küche & Bad", "</text></svg><script>alert(1)</script>", "\"quoted\" 'twice' \\ %s $(id)",
    "]]><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;", "\u{0}\u{1B}[2J\u{7}\u{FFFF}\u{9B}",
    String(repeating: "W", count: 100), String(repeating: "long name ", count: 10), "浴室のカード", "حمام", "👩‍👩‍👧‍👦 🚿",
    "e" + String(repeating: "\u{301}", count: 300),
  ]

  /// Rasterizes as `rouse card new` does.
  private static func picture(_ svg: String, dots: Int = 300) async throws -> GrayFrame {
    let folder = try TemporaryFolder()
    let (source, picture) = (folder.path + "/card.svg", folder.path + "/card.png")
    try PictureFile.write([UInt8](svg.utf8), to: source)
    let words = ["/usr/bin/rsvg-convert", "--dpi-x", "\(dots)", "--dpi-y", "\(dots)", "-o", picture, source]
    let program = try Program(words, environment: ["HOME=\(folder.path)"], outputTo: folder.path + "/run")
    try #require(try await program.result().code == 0, "rsvg-convert refuses \(svg.prefix(400))")
    return try PictureFile.read(picture)
  }

  @Test(.enabled(if: hasConverter, "rsvg-convert is not installed: librsvg2-bin"), arguments: names)
  func aPrintedCardReadsBackWhateverItsName(name: String) async throws {
    let frame = try await Self.picture(try Self.card(name).svg)
    #expect(frame.width == 827)
    #expect(try CardReader().read(frame.fitted()).map(\.payload) == [Self.payload])
    // The quiet zone is white whatever surrounds it: four modules, of 33 + 8 across, without the edge at its rim.
    let (module, head) = (frame.width / (29 + 8), frame.width / 5)
    for y in head + 4..<head + 4 * module - 4 {
      let row = frame.pixels[y * frame.width + 8..<(y + 1) * frame.width - 8]
      #expect(row.allSatisfy { $0 > 200 }, "row \(y) of \(name)")
    }
  }

  @Test(
    .enabled(if: hasConverter, "rsvg-convert is not installed: librsvg2-bin"),
    arguments: [40.0, 60, 90], PrintedCard.Page.allCases)
  func everyCardOfAPageReadsBack(width: Double, page: PrintedCard.Page) async throws {
    let card = try Self.card("spare", width: width)
    let count = card.count(on: page)
    let frame = try await Self.picture(card.svg(copies: count, on: page), dots: 150)
    // Read one by one, as they are cut out.
    let dots = 150 / 25.4
    let (step, down) = ((width + PrintedCard.Page.gap) * dots, (width * 1.33 + PrintedCard.Page.gap) * dots)
    let columns = Int(
      (page.width - 2 * PrintedCard.Page.margin + PrintedCard.Page.gap) / (width + PrintedCard.Page.gap))
    for index in 0..<count {
      let left = Int(PrintedCard.Page.margin * dots + Double(index % columns) * step)
      let top = Int(PrintedCard.Page.margin * dots + Double(index / columns) * down)
      let cut = try #require(
        Self.cut(frame, left, top, Int(width * dots), Int(width * 1.33 * dots)), "card \(index) lies beyond the page")
      #expect(try CardReader().read(cut.fitted()).map(\.payload) == [Self.payload], "card \(index) of \(count)")
    }
  }

  private static func cut(_ frame: GrayFrame, _ left: Int, _ top: Int, _ width: Int, _ height: Int) -> GrayFrame? {
    guard left + width <= frame.width, top + height <= frame.height else { return nil }
    let rows = (top..<top + height).flatMap { frame.pixels[$0 * frame.width + left..<$0 * frame.width + left + width] }
    return GrayFrame(width: width, height: height, pixels: rows)
  }

  /// Only the top right corner is cut off, so that fingers find it.
  @Test(.enabled(if: hasConverter, "rsvg-convert is not installed: librsvg2-bin"))
  func theCutOffCornerIsAtTheTopRight() async throws {
    let frame = try await Self.picture(Self.card("").svg)
    func ink(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + columns.count { frame.pixels[y * frame.width + $0] < 200 } }
    }
    let (width, height, corner) = (frame.width, frame.height, frame.width * 15 / 100)
    #expect(ink(0..<corner, 0..<6) > 20 && ink(0..<6, 0..<corner) > 20)
    #expect(ink(width - corner + 8..<width, 0..<6) == 0 && ink(width - 6..<width, 0..<corner - 8) == 0)
    #expect(ink(width - corner..<width, height - 6..<height) > 20)
  }

  @Test(arguments: [
    (40.0, PrintedCard.Page.a4, 16), (60, .a4, 9), (70, .a4, 4), (180, .a4, 1), (40, .letter, 16), (180, .letter, 1),
  ])
  func soManyFitAPage(width: Double, page: PrintedCard.Page, count: Int) throws {
    #expect(try Self.card("x", width: width).count(on: page) == count)
  }
}
