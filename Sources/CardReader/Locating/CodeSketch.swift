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
    let right = (topRight.center * (1 + recession.x) - topLeft.center) / modules
    let down = (bottomLeft.center * (1 + recession.y) - topLeft.center) / modules
    func place(_ u: Float, _ v: Float) -> SIMD2<Float> {
      (topLeft.center + right * u + down * v) / (1 + g * u + h * v)
    }
    let (near, far) = (Float(-3.5), Float(side) - 3.5)
    let (a, b, c, d) = (place(near, near), place(far, near), place(far, far), place(near, far))
    return Projection(corners: [a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y])
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
    let turn = (one.center - corner.center).cross(other.center - corner.center)
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

  /// Returns the modules between the centers of two patterns and the recession on that line, from both widths along it.
  private static func modules(
    from one: FinderPattern, to other: FinderPattern, in raster: Raster
  ) -> (modules: Float, recession: Float)? {
    let distance = one.distance(to: other)
    let way = (other.center - one.center) / distance
    let (near, far) = (one.width(way, in: raster), other.width(way, in: raster))
    guard let first = near ?? far else { return nil }
    let second = far ?? first
    return (distance * 7 / (first * second).squareRoot(), (first / second).squareRoot() - 1)
  }
}
