/// Three finder patterns that may be the corners of one code, and the resulting size.
struct CodeSketch {
  var topLeft: FinderPattern
  var topRight: FinderPattern
  var bottomLeft: FinderPattern
  /// Modules per side.
  let side: Int

  /// How much farther away the right and lower edges are than the left and upper ones, as a ratio minus 1; 0 for an
  /// edge parallel to the sensor. This is the last row of the projective map times the distance of the patterns.
  let recession: SIMD2<Float>

  /// -1 for a code that is light on dark, else 1.
  var sign: Float { topLeft.isInverted ? -1 : 1 }

  func projection(recession: SIMD2<Float>) -> Projection {
    let modules = Float(side - 7)
    let (g, h) = (recession.x / modules, recession.y / modules)
    let (x, y) = (topLeft.x, topLeft.y)
    let ux = (topRight.x * (1 + recession.x) - x) / modules
    let uy = (topRight.y * (1 + recession.x) - y) / modules
    let vx = (bottomLeft.x * (1 + recession.y) - x) / modules
    let vy = (bottomLeft.y * (1 + recession.y) - y) / modules
    func place(_ u: Float, _ v: Float) -> (Float, Float) {
      let w = 1 + g * u + h * v
      return ((x + ux * u + vx * v) / w, (y + uy * u + vy * v) / w)
    }
    let (near, far) = (Float(-3.5), Float(side) - 3.5)
    let (a, b, c, d) = (place(near, near), place(far, near), place(far, far), place(near, far))
    return Projection(corners: [a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1])
  }

  /// Returns all sketches that the patterns allow. Nearly every triple is one, so the count grows with the third power.
  static func ofThree(
    _ patterns: [FinderPattern], in raster: Raster, sizes: ClosedRange<Int> = usualSizes
  ) -> [CodeSketch] {
    var sketches: [CodeSketch] = []
    for a in patterns.indices {
      for b in patterns.indices[(a + 1)...] {
        for c in patterns.indices[(b + 1)...] {
          let three = [patterns[a], patterns[b], patterns[c]]
          guard three[0].isInverted == three[1].isInverted, three[1].isInverted == three[2].isInverted else { continue }
          guard three.allSatisfy({ one in three.allSatisfy { one.module < 2.2 * $0.module } }) else { continue }
          for corner in 0..<3 {
            sketches += Self.sketches(
              three[corner], three[(corner + 1) % 3], three[(corner + 2) % 3], in: raster, sizes)
          }
        }
      }
    }
    return sketches
  }

  private static func sketches(
    _ corner: FinderPattern, _ one: FinderPattern, _ other: FinderPattern, in raster: Raster, _ sizes: ClosedRange<Int>
  ) -> [CodeSketch] {
    let (ax, ay) = (one.x - corner.x, one.y - corner.y)
    let (bx, by) = (other.x - corner.x, other.y - corner.y)
    let turn = ax * by - ay * bx
    let (a, b) = (corner.distance(to: one), corner.distance(to: other))
    guard corner.isFarEnough(from: one), corner.isFarEnough(from: other) else { return [] }
    // Rejects shapes flatter or longer than a code tilted by 65 degrees.
    guard abs(turn) > 0.55 * a * b, a < 2.6 * b, b < 2.6 * a else { return [] }
    // A code is never mirrored: from top right over top left to bottom left is a left turn on paper.
    let (right, below) = turn > 0 ? (one, other) : (other, one)
    let along = modules(from: corner, to: right, in: raster)
    let down = modules(from: corner, to: below, in: raster)
    guard let along, let down, along.modules < 1.5 * down.modules, down.modules < 1.5 * along.modules else { return [] }
    return (Self.sizes((along.modules + down.modules) / 2, of: sizes) ?? []).map {
      CodeSketch(
        topLeft: corner, topRight: right, bottomLeft: below, side: $0, recession: [along.recession, down.recession])
    }
  }

  /// Returns the number of modules between the centers of two patterns and the recession along that line, from the
  /// widths of both patterns along it.
  private static func modules(
    from one: FinderPattern, to other: FinderPattern, in raster: Raster
  ) -> (modules: Float, recession: Float)? {
    let distance = one.distance(to: other)
    let (dx, dy) = ((other.x - one.x) / distance, (other.y - one.y) / distance)
    let (near, far) = (one.width(dx, dy, in: raster), other.width(dx, dy, in: raster))
    guard let first = near ?? far else { return nil }
    let second = far ?? first
    return (distance * 7 / (first * second).squareRoot(), (first / second).squareRoot() - 1)
  }
}
