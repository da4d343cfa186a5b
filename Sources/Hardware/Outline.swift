/// A place in a frame, in pixels from its top left; it may lie beyond the frame's edge.
public struct FramePoint: Hashable, Sendable, Codable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// The four corners of a code in a frame, without its margin.
public struct Outline: Hashable, Sendable, Codable {
  /// Named as the code lies when it is upright.
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

  /// In the order in which one walks round the code.
  public var corners: [FramePoint] { [topLeft, topRight, bottomRight, bottomLeft] }
}
