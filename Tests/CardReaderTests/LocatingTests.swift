import Hardware
import Pictures
import TestDevices
import Testing

@testable import CardReader

@Suite struct LocatingTests {
  static let text = "alarm:v1:0123456789ab"

  /// Returns a card whose code, without its margin, has its corners at (180, 110) and (460, 390).
  static func card() throws -> GrayFrame {
    let card = try QRCard(payload: Array(text.utf8))
    #expect(card.size == 25)
    return GrayFrame(width: 640, height: 480, filledWith: 220).redrawn { x, y, paper in
      let (column, row) = ((x - 180) * 25 / 280, (y - 110) * 25 / 280)
      return x >= 180 && y >= 110 && column < 25 && row < 25 && card.modules[row * 25 + column] ? 20 : paper
    }
  }

  static let outline = Outline((180, 110), (460, 110), (460, 390), (180, 390))

  private func distance(_ one: Outline, _ other: Outline) -> Int {
    zip(one.corners, other.corners).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? Int.max
  }

  @Test(arguments: Pass.allCases)
  func everyPassTellsWhereTheCodeLies(pass: Pass) throws {
    let card = try Self.card()
    let sighting = try #require(try CardReader().read(pass == .inverted ? card.inverted() : card, with: pass).first)
    // A module is 11 pixels wide; libzbar's corners are accurate to about one.
    #expect(distance(sighting.outline, Self.outline) <= (pass.rawValue.hasPrefix("redrawn") ? 8 : 14))
    #expect(sighting.pass == pass)
  }

  @Test(arguments: [
    ("top left", 180, 110), ("top right", 380, 110), ("bottom left", 180, 310),
  ])
  func aThumbOnACornerDoesNotHideTheCode(name: String, left: Int, top: Int) throws {
    let frame = try Self.card().redrawn { x, y, old in
      (left - 10..<left + 80).contains(x) && (top - 10..<top + 80).contains(y) ? 100 : old
    }
    #expect(try CardReader().read(frame, with: .raw).isEmpty)
    let found = try CardReader().read(frame)
    #expect(found.map(\.payload) == [Array(Self.text.utf8)], "\(name)")
    #expect(distance(try #require(found.first).outline, Self.outline) <= 8, "\(name)")
  }

  @Test func aSmearThatPlainLibzbarDoesNotReadIsUndone() throws {
    let card = try Self.card()
    // Along the rows, over a module and a half.
    let frame = card.redrawn { x, y, _ in
      let range = max(0, x - 8)...min(639, x + 8)
      return range.reduce(0) { $0 + Int(card.pixels[y * 640 + $1]) } / range.count
    }
    #expect(try CardReader().read(frame, with: .raw).isEmpty)
    #expect(try CardReader().read(frame).map(\.payload) == [Array(Self.text.utf8)])
  }

  @Test func cornersAtInfinityAreCutOff() {
    let map = ModuleMap(side: 21)
    let code = LocatedCode(
      map: map, isInverted: false,
      projection: Projection(corners: [0, 0, .infinity, 0, 1e30, 1e30, -.infinity, .nan]), score: 1)
    #expect(code.outline(at: .quarter).corners.allSatisfy { abs($0.x) <= 9999 && abs($0.y) <= 9999 })
  }
}
