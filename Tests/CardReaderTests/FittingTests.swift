import Hardware
import Pictures
import Testing

@Suite struct FittingTests {
  @Test func aFrameOfTheRightSizeIsLeftAlone() {
    let frame = GrayFrame(width: 640, height: 480, filledWith: 128).noisy(100, seed: 4)
    #expect(frame.fitted() == frame)
  }

  @Test(arguments: [
    // width, height, left margin columns, top margin rows
    (1280, 960, 0, 0), (4000, 3000, 0, 0), (100, 100, 80, 0), (1280, 480, 0, 120), (300, 6000, 308, 0), (1, 1, 80, 0),
    (6400, 20, 0, 239), (33, 17, 0, 75),
  ])
  func aPictureOfAnySizeIsCentredWithWhiteMargins(width: Int, height: Int, left: Int, top: Int) {
    let fitted = GrayFrame(width: width, height: height, filledWith: 90).fitted()
    #expect((fitted.width, fitted.height) == (640, 480))
    #expect(fitted.pixels[240 * 640 + 320] == 90)
    let middleRow = fitted.pixels[240 * 640..<241 * 640]
    #expect(middleRow.prefix { $0 == 255 }.count == left)
    let middleColumn = stride(from: 320, to: 640 * 480, by: 640).map { fitted.pixels[$0] }
    #expect(middleColumn.prefix { $0 == 255 }.count == top)
    #expect(fitted.pixels.allSatisfy { $0 == 90 || $0 == 255 })
  }

  @Test func shrinkingAveragesAreas() throws {
    let stripes = try #require(
      GrayFrame(width: 6, height: 2, pixels: [0, 90, 30, 60, 200, 100, 0, 90, 30, 60, 200, 100]))
    #expect(stripes.fitted(width: 3, height: 1).pixels == [45, 45, 150])
    // Each target pixel covers 1.5 source pixels.
    let three = try #require(GrayFrame(width: 3, height: 1, pixels: [0, 90, 180]))
    #expect(three.fitted(width: 2, height: 1).pixels == [30, 150])
  }

  @Test func enlargingBlendsNeighbours() throws {
    let two = try #require(GrayFrame(width: 2, height: 1, pixels: [0, 200]))
    #expect(two.fitted(width: 4, height: 2).pixels == [0, 50, 150, 200, 0, 50, 150, 200])
  }
}
