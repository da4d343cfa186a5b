import CardReader
import Hardware
import Testing

@Suite struct ObstacleTests {
  /// Returns the looks of live video at a still scene. The reader's clock stands still, so every pass gets its turn.
  private func looks(at frame: GrayFrame) throws -> [CardReader.Look] {
    let reader = try CardReader(time: { .zero })
    return try (0..<6).map { _ in try reader.look(at: frame) }
  }

  static let empty: [(name: String, frame: GrayFrame, obstacle: ReadingObstacle?)] = [
    ("a grey wall", GrayFrame(width: 320, height: 240, filledWith: 120).noisy(4, seed: 1), nil),
    ("a dark room", GrayFrame(width: 320, height: 240, filledWith: 12).noisy(6, seed: 2), .tooDark),
    ("a lamp in the camera", GrayFrame(width: 320, height: 240, filledWith: 245), .glare),
  ]

  @Test(arguments: empty.indices)
  func aFrameWithoutACodeTellsOfItsLight(index: Int) throws {
    let (name, frame, obstacle) = Self.empty[index]
    for look in try looks(at: frame) {
      #expect(look.sightings.isEmpty && look.unread == nil, "\(name)")
      #expect(look.obstacle == obstacle, "\(name)")
    }
  }

  /// More than half of each row is dazzled; the width is not a multiple of the size of a SIMD register.
  @Test(arguments: [(249, nil), (250, .glare), (255, .glare)] as [(UInt8, ReadingObstacle?)])
  func aFrameIsDazzledFromAGreyOf250On(grey: UInt8, obstacle: ReadingObstacle?) throws {
    let frame = GrayFrame(width: 323, height: 240, filledWith: 100).redrawn { x, _, old in x < 180 ? Int(grey) : old }
    for look in try looks(at: frame) { #expect(look.obstacle == obstacle) }
  }

  @Test func aCardThatIsReadHasNothingInItsWayAndOneThatDoesNotFitIntoTheFrameIsTooNear() throws {
    let card = try LocatingTests.card()
    for look in try looks(at: card) {
      #expect(look.sightings.count == 1)
      #expect(look.unread == nil && look.obstacle == nil)
    }
    let near = try LocatingTests.card().moved(60, 50).turned(cosine: 0.94, sine: -0.34, scale: 2.1)
    let obstacles = try looks(at: near).map(\.obstacle)
    #expect(obstacles == [ReadingObstacle?](repeating: .tooNear, count: 6))
  }

  /// Returns a card with intact finder patterns and one gray between them.
  private func damaged(_ grey: Int) throws -> GrayFrame {
    try LocatingTests.card().redrawn { x, y, old in
      (270..<450).contains(x) && (200..<380).contains(y) ? grey : old
    }
  }

  @Test func aReflectionOnTheCodeIsGlareAndACodeThatIsSeenAndNotReadIsToBeHeldStill() throws {
    let frame = try damaged(255)
    for look in try looks(at: frame) where look.unread != nil { #expect(look.obstacle == .glare) }
    #expect(try looks(at: frame).contains { $0.unread != nil })
    let held = try looks(at: try damaged(130))
    #expect(held.contains { $0.obstacle == .blurred && $0.unread != nil })
    #expect(held.allSatisfy { $0.sightings.isEmpty })
  }
}
