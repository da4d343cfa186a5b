import Control
import Hardware
import Pictures
import TestSupport
import Testing

/// A card that is already in view must not end a ring because the lens was covered or the camera was pushed.
@Suite struct CoveredLensTests {
  private static let (width, height) = (GrayFrame.cameraWidth, GrayFrame.cameraHeight)

  /// Returns a picture of a room, shifted right by `pushed` pixels, with the card at `left` if there is one.
  private static func room(pushed: Int = 0, card: GrayFrame? = nil, x left: Int = 200) throws -> GrayFrame {
    var pixels = (0..<width * height).map { index in
      let (x, y) = (index % width - pushed + 4 * width, index / width)
      return UInt8(70 + (x / 70 * 7 + y / 90 * 5) % 4 * 30)
    }
    if let card {
      for y in 0..<card.height {
        let start = (y + 130) * width + left
        pixels.replaceSubrange(
          start..<start + card.width, with: card.pixels[y * card.width..<(y + 1) * card.width])
      }
    }
    return try #require(GrayFrame(width: width, height: height, pixels: pixels))
  }

  /// Returns the room with its left part covered by a hand, or by paper that is about as bright as the room.
  private static func halfCovered(_ cover: UInt8) throws -> GrayFrame {
    let pixels = try room().pixels.enumerated().map { index, gray in index % width < 400 ? cover : gray }
    return try #require(GrayFrame(width: width, height: height, pixels: pixels))
  }

  private func show(_ frame: GrayFrame, _ clock: Clock) async throws {
    let path = "\(clock.folder)/view.png"
    try PictureFile.write(frame, to: path)
    try await clock.succeed("mock", "show", path, "--at-once")
  }

  @Test func aCardThatLiesThereEndsNothingThoughTheLensIsCovered() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      let card = try PictureFile.read(clock.card("right")).fitted(width: 200, height: 200)
      try await show(Self.room(card: card), clock)
      _ = try await clock.ring()
      try await clock.eventually("it lies there") { try await clock.events("card_left_in_view").count == 1 }
      let covers = [UInt8(3), 60, 150, 255].map {
        GrayFrame(width: Self.width, height: Self.height, filledWith: $0)
      }
      for cover in covers + [try Self.halfCovered(12), try Self.halfCovered(130)] {
        try await show(cover, clock)
        try await clock.pass(11)
        try await show(Self.room(card: card), clock)
        try await clock.pass(3)
        #expect(try await clock.mock.isSounding)
      }
      // After a push the card still counts as lying there; in another place it ends the ring.
      try await show(Self.room(pushed: 70, card: card, x: 270), clock)
      try await clock.pass(3)
      #expect(try await clock.mock.isSounding)
      try await show(Self.room(pushed: 70), clock)
      try await clock.pass(4)
      try await show(Self.room(pushed: 70, card: card, x: 100), clock)
      try await clock.untilIdle()
    }
  }
}
