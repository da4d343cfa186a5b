import Hardware
import Testing

@testable import rouse_scan

@Suite struct MotionWatchTests {
  /// A quarter of the pixels is enough, and faster.
  private static let empty = Frames.empty.fitted(width: 320, height: 240)

  private func card() throws -> GrayFrame {
    try Frames.card("hello", x: 200, y: 150).fitted(width: 320, height: 240)
  }

  /// Returns whether two seconds of frames, each made from its number, show movement.
  private func sees(_ frame: (Int) -> GrayFrame) -> Bool {
    var watch = MotionWatch()
    var isMoving = false
    for number in 0..<30 where watch.look(at: frame(number)) { isMoving = true }
    return isMoving
  }

  @Test(arguments: [nil, 2, 8])
  func seesACardThatComes(darkNoise: Int?) throws {
    let (empty, card) = (Self.empty, try card())
    let isSeen = sees { number in
      let frame = number < 15 ? empty : card
      return darkNoise.map { frame.inTheDark(noise: $0, seed: UInt64(number)) } ?? frame
    }
    #expect(isSeen)
  }

  @Test(arguments: [0, 4, 16])
  func noiseIsNoMovement(noise: Int) throws {
    let card = try card()
    let isSeen = sees { card.inTheDark(noise: noise, seed: UInt64($0)) }
    #expect(!isSeen)
  }

  /// The factor by which the picture gets brighter from frame to frame, and the frames in which that happens.
  static let exposures: [(factor: Double, frames: Range<Int>)] = [
    (1.5, 15..<16), (0.5, 15..<16), (1.05, 10..<20), (1.003, 0..<30), (0.98, 0..<30),
  ]

  @Test(arguments: exposures)
  func neitherExposureNorDaybreakIsMovement(factor: Double, frames: Range<Int>) throws {
    let card = try card()
    var gain = 0.5
    let isSeen = sees { number in
      if frames.contains(number) { gain *= factor }
      return card.redrawn { _, _, old in Int(Double(old) * gain) }.inTheDark(noise: 2, seed: UInt64(number))
    }
    #expect(!isSeen)
  }

  @Test func noDamagedFrameAndNoneOfAnotherSizeOrOfAFewPixelsIsMovement() throws {
    let (empty, damaged) = (Self.empty, try card())
    let isSeen = sees { $0 == 15 ? damaged : empty }
    #expect(!isSeen)
    let sizes = [(640, 480), (320, 240), (8, 8), (1, 1)]
    let isSizeSeen = sees { number in
      let size = sizes[number % sizes.count]
      return GrayFrame(width: size.0, height: size.1, filledWith: UInt8(number))
    }
    #expect(!isSizeSeen)
  }
}
