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
  }

  struct Known: Sendable {
    var category: FrameCategory
    var mean: Double
    var deviation: Double
    var noise: Double
    /// By libzbar alone.
    var isRead: Bool
  }

  /// Statistics of the first frames of seed 1, from when hundreds of frames per category agreed with those of the
  /// original generator.
  static let known: [Known] = [
    Known(category: .size, mean: 136.0, deviation: 42.0, noise: 0.41, isRead: true),
    Known(category: .tilt, mean: 120.8, deviation: 32.5, noise: 1.00, isRead: true),
    Known(category: .defocus, mean: 145.0, deviation: 23.9, noise: 0.16, isRead: false),
    Known(category: .motion, mean: 113.6, deviation: 25.5, noise: 0.97, isRead: true),
    Known(category: .lowLight, mean: 54.1, deviation: 14.9, noise: 2.97, isRead: false),
    Known(category: .darkHandHeld, mean: 14.9, deviation: 6.5, noise: 2.48, isRead: false),
    Known(category: .glare, mean: 172.7, deviation: 50.4, noise: 0.85, isRead: false),
    Known(category: .lowContrast, mean: 90.4, deviation: 23.0, noise: 0.99, isRead: false),
    Known(category: .inverted, mean: 144.7, deviation: 24.5, noise: 0.97, isRead: false),
    Known(category: .finger, mean: 124.7, deviation: 26.1, noise: 1.84, isRead: false),
    Known(category: .screenInTheDark, mean: 96.0, deviation: 98.8, noise: 3.21, isRead: true),
    Known(category: .empty, mean: 101.9, deviation: 16.5, noise: 1.08, isRead: false),
    Known(category: .burstStill, mean: 24.2, deviation: 4.2, noise: 2.84, isRead: false),
    Known(category: .burstHandHeld, mean: 19.5, deviation: 8.1, noise: 4.25, isRead: false),
  ]

  @Test(arguments: known)
  func theFirstFrameOfACategoryIsAsItWasWhenItWasCompared(known: Known) throws {
    let scene = try SyntheticScene(known.category, seed: 1, index: 0)
    let frame = try scene.frame()
    let found = FrameStatistics(of: frame)
    #expect(abs(found.mean - known.mean) < 0.5)
    #expect(abs(found.deviation - known.deviation) < 0.5)
    #expect(abs(found.noise - known.noise) < 0.1)
    let payloads = try CardReader().read(frame, with: Pass.raw).map(\.payload)
    #expect(payloads == (known.isRead ? [scene.code?.payload] : []))
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
