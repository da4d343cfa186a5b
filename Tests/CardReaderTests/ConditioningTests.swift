import Hardware
import Testing

@testable import CardReader

@Suite struct ConditioningTests {
  /// Returns a gray without a pattern that depends only on the place.
  private static func grey(_ x: Int, _ y: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(x &* 7919 &+ y &* 104_729) &* 2_654_435_761) >> 24)
  }

  @Test(arguments: [-26, 26])
  func aSmallBurstThatMovesAcrossTheWholeFrameIsAddedUp(step: Int) throws {
    let frames = try (0..<8).map { index in
      let pixels = (0..<64 * 64).map { Self.grey($0 % 64 + 200 + index * step, $0 / 64) }
      return try #require(GrayFrame(width: 64, height: 64, pixels: pixels))
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
