import Hardware

extension Outline {
  /// - Parameter corners: Clockwise from the top left one.
  public init(_ corners: (x: Int, y: Int)...) {
    let points = corners.map { FramePoint(x: $0.x, y: $0.y) }
    self.init(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }
}
