import Hardware
import Pictures
import Testing

@Suite struct SharpnessTests {
  @Test func theSameSceneIsSharperInFocus() throws {
    let card = try Scene.card("a card")
    let values = [0, 1, 2, 4, 8].map { $0 == 0 ? card.sharpness : card.blurred($0).sharpness }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 }, "\(values)")
    #expect(values[0] > 3 * values[3], "\(values)")
  }

  @Test func lightAndExposureDoNotCount() throws {
    let card = try Scene.card("a card")
    for (black, white) in [(0, 120), (100, 160), (200, 255)] {
      #expect(abs(card.squeezed(black: black, white: white).sharpness - card.sharpness) <= 10)
    }
  }

  @Test func itHasBounds() throws {
    #expect(GrayFrame(width: 640, height: 480, filledWith: 7).sharpness == 0)
    #expect(GrayFrame(width: 2, height: 2, filledWith: 7).sharpness == 0)
    var board: [UInt8] = []
    for y in 0..<64 {
      for x in 0..<64 { board.append((x + y).isMultiple(of: 2) ? 0 : 255) }
    }
    #expect(try #require(GrayFrame(width: 64, height: 64, pixels: board)).sharpness == 1000)
  }
}
