extension FinderPattern {
  /// Returns the width of the ring, edge to edge, along a unit vector; `nil` if an edge is not visible.
  func width(_ way: SIMD2<Float>, in raster: Raster) -> Float? {
    guard let ahead = reach(way, in: raster), let behind = reach(-way, in: raster) else { return nil }
    return ahead + behind
  }

  private func reach(_ way: SIMD2<Float>, in raster: Raster) -> Float? {
    let core: UInt8 = isInverted ? 255 : 0
    var (edges, distance) = (0, Float(0))
    while distance < 8 * module {
      distance += 0.5
      let (x, y) = (Int(center.x + way.x * distance), Int(center.y + way.y * distance))
      guard x >= 0, y >= 0, x < raster.width, y < raster.height else { return nil }
      if (raster.pixels[y * raster.width + x] == core) != (edges % 2 == 0) {
        edges += 1
        if edges == 3 { return distance - 0.25 }
      }
    }
    return nil
  }

  /// Returns one module along rows and columns as vectors, in pixels; of the four choices, the one nearest to `way`.
  func axes(near way: SIMD2<Float>, in raster: Raster) -> (row: SIMD2<Float>, column: SIMD2<Float>)? {
    var row = way
    var column = SIMD2(-way.y, way.x)
    // A ray along the rows meets edges that run along the columns, and vice versa.
    for _ in 0..<3 {
      guard let along = edge(across: row, in: raster) else { return nil }
      column = along.dot(column) < 0 ? -along : along
      guard let back = edge(across: column, in: raster) else { return nil }
      row = back.dot(row) < 0 ? -back : back
    }
    guard let width = self.width(row, in: raster), let height = self.width(column, in: raster) else { return nil }
    return (row * (width / 7), column * (height / 7))
  }

  /// Returns a unit vector along the two edges that rays to both sides meet.
  private func edge(across direction: SIMD2<Float>, in raster: Raster) -> SIMD2<Float>? {
    // A side of the square spans 90 degrees, so 22 degrees to either side stay well within it.
    let (cosine, sine) = (Float(0.927), Float(0.375))
    var sum = SIMD2<Float>.zero
    for side in [direction, -direction] {
      let left = SIMD2(side.x * cosine + side.y * sine, side.y * cosine - side.x * sine)
      let right = SIMD2(side.x * cosine - side.y * sine, side.y * cosine + side.x * sine)
      guard let a = reach(left, in: raster), let b = reach(right, in: raster) else { continue }
      let edge = right * b - left * a
      sum += sum.dot(edge) < 0 ? -edge : edge
    }
    let length = sum.dot(sum).squareRoot()
    return length > 0 ? sum / length : nil
  }
}

extension SIMD2<Float> {
  func dot(_ other: Self) -> Float { (self * other).sum() }

  /// Positive if `other` points to the right of this vector in a picture.
  func cross(_ other: Self) -> Float { x * other.y - y * other.x }
}
