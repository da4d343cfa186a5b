extension CodeSketch {
  /// Returns the codes that two patterns may belong to if the third is hidden; its position follows from their axes.
  static func ofPairs(_ patterns: [FinderPattern], in raster: Raster) -> [CodeSketch] {
    var sketches: [CodeSketch] = []
    for a in patterns.indices {
      for b in patterns.indices[(a + 1)...] {
        let (one, other) = (patterns[a], patterns[b])
        guard one.isInverted == other.isInverted, one.module < 1.8 * other.module, other.module < 1.8 * one.module,
          one.isFarEnough(from: other)
        else { continue }
        sketches += neighbours(one, other, in: raster) + opposites(one, other, in: raster)
      }
    }
    return sketches
  }

  /// Returns sketches in which the two patterns share an edge of the code.
  private static func neighbours(_ one: FinderPattern, _ other: FinderPattern, in raster: Raster) -> [CodeSketch] {
    let distance = one.distance(to: other)
    let direction = (other.center - one.center) / distance
    guard let here = one.axes(near: direction, in: raster), let there = other.axes(near: direction, in: raster),
      abs(here.row.cross(direction)) < 0.2 * here.row.dot(direction),
      abs(there.row.cross(direction)) < 0.2 * there.row.dot(direction)
    else { return [] }
    let (first, second) = (here.row.dot(direction), there.row.dot(direction))
    let recession = (first / second).squareRoot() - 1
    guard let sizes = sizes(distance / (first * second).squareRoot()) else { return [] }
    return sizes.flatMap { side -> [CodeSketch] in
      let modules = Float(side - 7)
      let down = (here.column + there.column) / 2 * modules
      let (below, above) = direction.cross(down) > 0 ? (down, -down) : (-down, down)
      return [
        CodeSketch(one, other, one.moved(by: below), side, [recession, 0]),
        CodeSketch(one, one.moved(by: above), other, side, [0, recession]),
        CodeSketch(other, one, other.moved(by: above), side, [1 / (1 + recession) - 1, 0]),
        CodeSketch(other, other.moved(by: below), one, side, [0, 1 / (1 + recession) - 1]),
      ]
    }
  }

  /// Returns sketches in which the two patterns are the top right and bottom left corners.
  private static func opposites(_ one: FinderPattern, _ other: FinderPattern, in raster: Raster) -> [CodeSketch] {
    let way = other.center - one.center
    let start = SIMD2(way.x - way.y, way.y + way.x) / (2 * way.dot(way)).squareRoot()
    guard let here = one.axes(near: start, in: raster), let there = other.axes(near: start, in: raster) else {
      return []
    }
    let (row, column) = ((here.row + there.row) / 2, (here.column + there.column) / 2)
    // way = a * row + b * column
    let determinant = row.cross(column)
    guard abs(determinant) > 0.1 else { return [] }
    let (a, b) = (way.cross(column) / determinant, row.cross(way) / determinant)
    guard abs(a) < 1.4 * abs(b), abs(b) < 1.4 * abs(a), let sizes = sizes((abs(a) + abs(b)) / 2) else { return [] }
    let corners = [one.moved(by: row * a), one.moved(by: column * b)]
    return sizes.flatMap { side in
      corners.map { corner in
        let turn = (one.center - corner.center).cross(other.center - corner.center)
        return turn > 0
          ? CodeSketch(corner, one, other, side, .zero) : CodeSketch(corner, other, one, side, .zero)
      }
    }
  }

  /// Versions 1 to 23, whose modules a camera at 640x480 resolves.
  static let usualSizes = 21...109
  /// Versions 24 to 40: few pictures resolve them, and random patterns are often this far apart.
  static let denseSizes = 113...177

  /// Returns the possible sizes, nearest first, of a code whose patterns are `modules` modules apart.
  static func sizes(_ modules: Float, of range: ClosedRange<Int> = usualSizes) -> [Int]? {
    let estimate = modules + 7
    // The estimate is less certain for many modules.
    let doubt = range == denseSizes ? 8 : 0
    guard estimate > 17, estimate < Float(range.upperBound + doubt + 1) else { return nil }
    let nearest = max(21, Int(((estimate - 17) / 4).rounded()) * 4 + 17)
    let neighbour = Float(nearest) < estimate ? nearest + 4 : nearest - 4
    let sizes =
      doubt == 0 ? [nearest, neighbour] : Array(stride(from: nearest - doubt, through: nearest + doubt, by: 4))
    return sizes.filter(range.contains)
  }

  /// Returns the best projection around the unseen pattern's estimate. `step` is in modules; `tilts` add recession.
  func searched(
    _ fit: GridFit, step: Float = 0.8, tilts: [Float] = [0, -0.12, 0.12]
  ) -> (projection: Projection, score: Float) {
    var best = projection(recession: recession)
    var agreed = -Float.infinity
    let missing: WritableKeyPath<CodeSketch, FinderPattern> =
      topLeft.hits == 0 ? \.topLeft : topRight.hits == 0 ? \.topRight : \.bottomLeft
    let limit = fit.limit(best)
    let center = self[keyPath: missing].center
    let modules = Float(side - 7)
    let row = (topRight.center - topLeft.center) / modules
    let column = (bottomLeft.center - topLeft.center) / modules
    for tilt in tilts {
      var recession = recession
      if missing == \.topRight { recession.x += tilt } else { recession.y += tilt }
      for v in stride(from: Float(-4), through: 4, by: step) {
        for u in stride(from: Float(-4), through: 4, by: step) {
          var moved = self
          moved[keyPath: missing].center = center + row * u + column * v
          let projection = moved.projection(recession: recession)
          let agreement = sign * fit.agreement(projection, limit: limit)
          if agreement > agreed { (best, agreed) = (projection, agreement) }
        }
      }
    }
    return (best, sign * fit.score(best, limit: limit))
  }

  private init(
    _ topLeft: FinderPattern, _ topRight: FinderPattern, _ bottomLeft: FinderPattern, _ side: Int,
    _ recession: SIMD2<Float>
  ) {
    self.init(topLeft: topLeft, topRight: topRight, bottomLeft: bottomLeft, side: side, recession: recession)
  }
}

extension FinderPattern {
  fileprivate func moved(by way: SIMD2<Float>) -> FinderPattern {
    FinderPattern(center: center + way, module: module, hits: 0, isInverted: isInverted)
  }
}
