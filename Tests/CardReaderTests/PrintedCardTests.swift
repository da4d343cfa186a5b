import CardReader
import Glibc
import Hardware
import Pictures
import TestSupport
import Testing

/// A printed card; `rsvg-convert` stands for the printer.
@Suite struct PrintedCardTests {
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
  private static func picture(_ svg: String, dots: Int = 300) throws -> GrayFrame {
    let folder = try TemporaryFolder()
    let (source, picture) = (folder.path + "/card.svg", folder.path + "/card.png")
    try PictureFile.write([UInt8](svg.utf8), to: source)
    var id = pid_t()
    let words = ["/usr/bin/rsvg-convert", "--dpi-x", "\(dots)", "--dpi-y", "\(dots)", "-o", picture, source]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    try #require(posix_spawn(&id, words[0], nil, nil, arguments, environ) == 0)
    var status: Int32 = 0
    waitpid(id, &status, 0)
    try #require(status == 0, "rsvg-convert refuses \(svg.prefix(400))")
    return try PictureFile.read(picture)
  }

  @Test(.enabled(if: hasConverter, "rsvg-convert is not installed: librsvg2-bin"), arguments: names)
  func aPrintedCardReadsBackWhateverItsName(name: String) throws {
    let frame = try Self.picture(try Self.card(name).svg)
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
  func everyCardOfAPageReadsBack(width: Double, page: PrintedCard.Page) throws {
    let card = try Self.card("spare", width: width)
    let count = card.count(on: page)
    let frame = try Self.picture(card.svg(copies: count, on: page), dots: 150)
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
  func theCutOffCornerIsAtTheTopRight() throws {
    let frame = try Self.picture(Self.card("").svg)
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
