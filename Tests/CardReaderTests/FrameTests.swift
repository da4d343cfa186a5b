import Hardware
import Testing

@testable import CardReader

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

  @Test(
    arguments: [
      ((6, 2), [0, 90, 30, 60, 200, 100, 0, 90, 30, 60, 200, 100], (3, 1), [45, 45, 150]),
      // Each target pixel covers 1.5 source pixels.
      ((3, 1), [0, 90, 180], (2, 1), [30, 150]), ((2, 1), [0, 200], (4, 2), [0, 50, 150, 200, 0, 50, 150, 200]),
    ] as [((Int, Int), [UInt8], (Int, Int), [UInt8])])
  func shrinkingAveragesAreasAndEnlargingBlendsNeighbours(
    size: (Int, Int), pixels: [UInt8], target: (Int, Int), expected: [UInt8]
  ) throws {
    let frame = try #require(GrayFrame(width: size.0, height: size.1, pixels: pixels))
    #expect(frame.fitted(width: target.0, height: target.1).pixels == expected)
  }
}

@Suite struct SharpnessTests {
  @Test func aSceneIsSharperInFocusWhateverItsLightAndExposure() throws {
    let card = try Scene.card("a card")
    let values = [0, 1, 2, 4, 8].map { $0 == 0 ? card.sharpness : card.blurred($0).sharpness }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 }, "\(values)")
    #expect(values[0] > 3 * values[3], "\(values)")
    for (black, white) in [(0, 120), (100, 160), (200, 255)] {
      #expect(abs(card.squeezed(black: black, white: white).sharpness - card.sharpness) <= 10)
    }
  }

  @Test func itHasBounds() {
    #expect(GrayFrame(width: 640, height: 480, filledWith: 7).sharpness == 0)
    #expect(GrayFrame(width: 2, height: 2, filledWith: 7).sharpness == 0)
    let square = GrayFrame(width: 64, height: 64, filledWith: 0)
    #expect(square.redrawn { x, y, _ in (x + y) % 2 * 255 }.sharpness == 1000)
  }
}

@Suite struct ConditioningTests {
  /// Returns a gray without a pattern that depends only on the place.
  private static func grey(_ x: Int, _ y: Int) -> Int {
    Int((UInt32(x &* 7919 &+ y &* 104_729) &* 2_654_435_761) >> 24)
  }

  @Test(arguments: [-26, 26])
  func aSmallBurstThatMovesAcrossTheWholeFrameIsAddedUp(step: Int) {
    let frames = (0..<8).map { index in
      GrayFrame(width: 64, height: 64, filledWith: 0).redrawn { x, y, _ in Self.grey(x + 200 + index * step, y) }
    }
    #expect(AlignedMean.of(frames[...])?.width == 64)
  }

  @Test(arguments: [Smoothed.Kernel.three, .five])
  func blackOnWhiteIsDarkerThanItsSurroundingsByWhateverKernel(kernel: Smoothed.Kernel) {
    let pixels = (0..<80 * 80).map { index -> UInt8 in
      (36..<44).contains(index % 80) && (36..<44).contains(index / 80) ? 0 : 255
    }
    let contrast = Smoothed(Raster(width: 80, height: 80, pixels: pixels), by: kernel).contrast(window: 31)
    #expect(contrast.values[40 * 80 + 40] > 0)
    #expect(contrast.values[30 * 80 + 30] <= 0)
  }
}
