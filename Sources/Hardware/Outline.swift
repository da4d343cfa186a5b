/// A point in pixels from the top left of a frame. It may lie outside the frame.
public struct FramePoint: Hashable, Sendable, Codable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// The four corners of a code in a frame, without its quiet zone.
public struct Outline: Hashable, Sendable, Codable {
  /// The corners are named relative to the upright code.
  public var topLeft: FramePoint
  public var topRight: FramePoint
  public var bottomRight: FramePoint
  public var bottomLeft: FramePoint

  public init(topLeft: FramePoint, topRight: FramePoint, bottomRight: FramePoint, bottomLeft: FramePoint) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Returns the outline with each corner transformed.
  public func mapped(_ transform: (FramePoint) -> FramePoint) -> Outline {
    Outline(
      topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
      bottomLeft: transform(bottomLeft))
  }

  /// The corners in order around the code, starting at `topLeft`.
  public var corners: [FramePoint] { [topLeft, topRight, bottomRight, bottomLeft] }
}
