import Hardware

struct LocatedCode {
  let map: ModuleMap
  let isInverted: Bool
  /// In pixels of the level.
  let projection: Projection
  /// How well the function patterns agree with the picture, at most 1.
  let score: Float

  /// The picture is dark and light where a code of this size has to be: of codes that were read 99 in 100 had 0.9 and more,
  /// those half covered less; clutter and noise had at most 0.43.
  var isLikely: Bool { score >= 0.45 }

  func outline(at size: Level.Size) -> Outline {
    // A plane seen edge-on has corners at infinity.
    let corners = (projection.corners * size.divisor).clamped(lowerBound: -9999 * .one, upperBound: 9999 * .one)
    func corner(_ index: Int) -> FramePoint {
      FramePoint(x: Int(corners[2 * index].rounded()), y: Int(corners[2 * index + 1].rounded()))
    }
    return Outline(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3))
  }
}
