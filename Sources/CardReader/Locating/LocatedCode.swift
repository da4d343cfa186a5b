import Hardware

struct LocatedCode {
  let map: ModuleMap
  let isInverted: Bool
  /// In pixels of the level.
  let projection: Projection
  /// How well the function patterns match the picture, at most 1.
  let score: Float

  /// Whether this is likely a code: 99 of 100 scored 0.9 or more, half-covered ones less, clutter at most 0.43.
  var isLikely: Bool { score >= 0.45 }

  func outline(at size: Level.Size) -> Outline {
    // A plane seen edge-on has corners at infinity.
    let corners = (projection.corners * size.divisor).clamped(lowerBound: -9999 * .one, upperBound: 9999 * .one)
    func corner(_ index: Int) -> FramePoint {
      FramePoint(x: Int(corners[2 * index].rounded()), y: Int(corners[2 * index + 1].rounded()))
    }
    return Outline(corners: (0..<4).map(corner))
  }
}
