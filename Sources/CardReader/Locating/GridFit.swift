/// Fits the module grid of a code by moving the corners until the function patterns match dark and light.
struct GridFit {
  private let contrast: Contrast
  private let side: Int
  /// The centers of the known modules in fractions of the code's side, then 1 for dark or -1 for light.
  private let points: [SIMD4<Float>]

  init(_ contrast: Contrast, map: ModuleMap) {
    self.contrast = contrast
    side = map.side
    let size = Float(map.side)
    points = map.known.indices.filter { map.known[$0] != 0 }.map { index in
      SIMD4(
        (Float(index % map.side) + 0.5) / size, (Float(index / map.side) + 0.5) / size, Float(map.known[index]), 0)
    }
  }

  /// Returns how well the picture matches: 1 everywhere, 0 by chance, -1 for an inverted code. `limit` caps
  /// the contrast, so that a bright edge or reflection does not outweigh the rest.
  func score(_ projection: Projection, limit: Float) -> Float {
    var (sum, most): (Float, Float) = (0, 0.001)
    forEachPoint(of: projection) { sign, darkness in
      let bounded = min(max(darkness, -limit), limit)
      sum += sign * bounded
      most += abs(bounded)
    }
    return sum / most
  }

  /// Returns the score without dividing by the contrast. Less sensitive to noise, but comparable only within one code.
  func agreement(_ projection: Projection, limit: Float) -> Float {
    var sum: Float = 0
    forEachPoint(of: projection) { sum += $0 * min(max($1, -limit), limit) }
    return sum
  }

  func limit(_ projection: Projection) -> Float {
    var sum: Float = 0
    forEachPoint(of: projection) { sum += abs($1) }
    return 2 * sum / Float(points.count)
  }

  @inline(__always)
  private func forEachPoint(of projection: Projection, _ body: (_ sign: Float, _ darkness: Float) -> Void) {
    let (width, height) = (contrast.width, contrast.height)
    contrast.values.withUnsafeBufferPointer { values in
      guard let values = values.baseAddress else { return }
      for point in points {
        let (x, y) = projection.place(point.x, point.y)
        body(point.z, Contrast.between(values, width: width, height: height, x, y))
      }
    }
  }

  /// Returns the best projection near `start` and its score. `sign` is -1 for a code that is light on dark, else 1.
  func fitted(_ start: Projection, sign: Float) -> (projection: Projection, score: Float) {
    let limit = limit(start)
    var (best, agreed) = (start, sign * agreement(start, limit: limit))
    let corners = start.corners
    let (dx, dy) = (corners[2] - corners[0], corners[3] - corners[1])
    let module = (dx * dx + dy * dy).squareRoot() / Float(side)
    // Starts with the bottom right corner, which has no finder pattern.
    for (step, parts) in [(Float(1.2), 4...5), (0.6, 0...7), (0.3, 0...7), (0.15, 0...7)] {
      for _ in 0..<6 {
        let before = agreed
        for part in parts {
          for direction in [Float(1), -1] {
            var corners = best.corners
            corners[part] += direction * step * module
            let candidate = Projection(corners: corners)
            let agreement = sign * agreement(candidate, limit: limit)
            if agreement > agreed {
              (best, agreed) = (candidate, agreement)
              break
            }
          }
        }
        if agreed == before { break }
      }
    }
    return (best, sign * score(best, limit: limit))
  }
}
