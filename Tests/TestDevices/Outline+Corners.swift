import Hardware

extension Outline {
  /// - Parameter corners: Clockwise from the top left one.
  public init(_ corners: (x: Int, y: Int)...) {
    self.init(corners: corners.map { FramePoint(x: $0.x, y: $0.y) })
  }
}
