/// A point in pixels from the top left of a frame. It may lie outside the frame.
public struct FramePoint: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// The four corners of a code in a frame, without its quiet zone.
public struct Outline: Hashable, Sendable {
  /// Clockwise around the upright code, starting at its top left.
  public var corners: [FramePoint]

  /// - Parameter corners: four.
  public init(corners: [FramePoint]) { self.corners = corners }
}
