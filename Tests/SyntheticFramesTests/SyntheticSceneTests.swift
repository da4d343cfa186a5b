import CardReader
import Hardware
import SyntheticFrames
import Testing

/// Only one frame per category, because each takes half a second without optimization.
@Suite struct SyntheticSceneTests {
  @Test func theSameSeedGivesTheSameFrame() throws {
    let frame = try SyntheticScene(.lowLight, seed: 1, index: 0).frame()
    #expect(frame.width == GrayFrame.cameraWidth && frame.height == GrayFrame.cameraHeight)
    #expect(try SyntheticScene(.lowLight, seed: 1, index: 0).frame() == frame)
    #expect(try SyntheticScene(.lowLight, seed: 2, index: 0).frame() != frame)
    #expect(try SyntheticScene(.lowLight, seed: 1, index: 1).frame() != frame)
  }

  /// Statistics of the first frames of seed 1, from when hundreds of frames per category agreed with those of the
  /// original generator; and whether libzbar alone reads them.
  static let known: [(category: FrameCategory, mean: Double, deviation: Double, noise: Double, isRead: Bool)] = [
    (.size, 136.0, 42.0, 0.41, true),
    (.tilt, 120.8, 32.5, 1.00, true),
    (.defocus, 145.0, 23.9, 0.16, false),
    (.motion, 113.6, 25.5, 0.97, true),
    (.lowLight, 54.1, 14.9, 2.97, false),
    (.darkHandHeld, 14.9, 6.5, 2.48, false),
    (.glare, 172.7, 50.4, 0.85, false),
    (.lowContrast, 90.4, 23.0, 0.99, false),
    (.inverted, 144.7, 24.5, 0.97, false),
    (.finger, 124.7, 26.1, 1.84, false),
    (.screenInTheDark, 96.0, 98.8, 3.21, true),
    (.empty, 101.9, 16.5, 1.08, false),
    (.burstStill, 24.2, 4.2, 2.84, false),
    (.burstHandHeld, 19.5, 8.1, 4.25, false),
  ]

  @Test(arguments: known)
  func theFirstFrameOfACategoryIsAsItWasWhenItWasCompared(
    category: FrameCategory, mean: Double, deviation: Double, noise: Double, isRead: Bool
  ) throws {
    let scene = try SyntheticScene(category, seed: 1, index: 0)
    let frame = try scene.frame()
    let found = FrameStatistics(of: frame)
    #expect(abs(found.mean - mean) < 0.5)
    #expect(abs(found.deviation - deviation) < 0.5)
    #expect(abs(found.noise - noise) < 0.1)
    let payloads = try CardReader().read(frame, with: Pass.raw).map(\.payload)
    #expect(payloads == (isRead ? [scene.code?.payload] : []))
  }

  @Test func aBurstHeldStillKeepsItsPlaceAndHasNewNoise() throws {
    let scene = try SyntheticScene(.burstStill, seed: 1, index: 0)
    let (first, last) = (try scene.frame(0), try scene.frame(SyntheticScene.frameCount - 1))
    #expect(first != last)
    // Two frames of a scene differ by the noise of both.
    let noise = FrameStatistics(of: first).noise
    let difference = zip(first.pixels, last.pixels).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
    #expect(difference / Double(first.pixels.count) < 2 * noise)
  }
}
