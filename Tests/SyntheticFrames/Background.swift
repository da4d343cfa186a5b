import Glibc
import Hardware

/// The surroundings of a card (walls, furniture and printed things) as reflected light.
struct Background {
  private(set) var plane: Plane

  init(from random: inout RandomSource) {
    let (width, height) = (GrayFrame.cameraWidth, GrayFrame.cameraHeight)
    plane = Plane(width: width, height: height, filledWith: random.uniform(0.12, 0.6))
    addClouds(spacing: 120, strength: random.uniform(0.05, 0.25), from: &random)
    addClouds(spacing: 12, strength: random.uniform(0, 0.1), from: &random)
    for _ in 0..<random.integer(3..<10) { addThing(from: &random) }
    for _ in 0..<random.integer(0..<4) { addText(from: &random) }
    plane.map { max(0.02, min(1, $0)) }
  }

  /// Adds random lights on a grid, half of them negative, with cubic interpolation in between.
  ///
  /// - Parameter spacing: The spacing of the grid in pixels.
  private mutating func addClouds(spacing: Int, strength: Float, from random: inout RandomSource) {
    let (columns, rows) = (max(2, plane.width / spacing), max(2, plane.height / spacing))
    let grid = (0..<columns * rows).map { _ in (random.unit() - 0.5) * strength }
    let across = CubicWeights.along(from: columns, to: plane.width)
    let down = CubicWeights.along(from: rows, to: plane.height)
    // Interpolate along the rows first, then along the columns.
    var drawnOut = Plane(width: plane.width, height: rows)
    for row in 0..<rows {
      for (x, weights) in across.enumerated() {
        drawnOut.values[row * plane.width + x] = weights.reduce(0) { $0 + $1.share * grid[row * columns + $1.index] }
      }
    }
    let width = plane.width
    for (y, weights) in down.enumerated() {
      for weight in weights {
        for x in 0..<width { plane.values[y * width + x] += weight.share * drawnOut.values[weight.index * width + x] }
      }
    }
  }

  /// Adds a rotated rectangle, filled or as an outline.
  private mutating func addThing(from random: inout RandomSource) {
    let centre = Point(
      x: random.uniform(0, Float(plane.width)), y: random.uniform(0, Float(plane.height)))
    let (halfWidth, halfHeight) = (random.uniform(5, 117), random.uniform(5, 117))
    let (cosine, sine) = random.degrees(0, 180).cosineAndSine
    let light = random.uniform(0.03, 0.9)
    let outline: Float? = random.chance(0.5) ? nil : random.uniform(0.7, 4.3)
    let reach = (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot() + 3
    plane.paint(light, around: centre, reach: (reach, reach)) { dx, dy in
      let x = abs(dx * cosine + dy * sine) - halfWidth
      let y = abs(dy * cosine - dx * sine) - halfHeight
      let outside = (max(x, 0) * max(x, 0) + max(y, 0) * max(y, 0)).squareRoot()
      let distance = outside + min(max(x, y), 0)
      return outline.map { abs(distance) - $0 / 2 } ?? distance
    }
  }

  /// Adds a line of capital letters and digits.
  private mutating func addText(from random: inout RandomSource) {
    let characters = (0..<random.integer(4..<18)).map { _ in
      Character(Unicode.Scalar(UInt8(random.integer(48..<90))))
    }
    var left = random.uniform(0, Float(plane.width) / 2)
    let bottom = random.uniform(17, Float(plane.height))
    let height = random.uniform(7, 28)
    let light = random.uniform(0.03, 0.9)
    let thickness = random.uniform(0.7, 2.3)
    for character in characters {
      for stroke in Self.strokes(of: character) {
        let from = Point(x: left + stroke.from.x * height / 2, y: bottom - stroke.from.y * height / 2)
        let to = Point(x: left + stroke.to.x * height / 2, y: bottom - stroke.to.y * height / 2)
        addStroke(light, from, to, thickness: thickness)
      }
      left += height * 0.85
    }
  }

  private mutating func addStroke(_ light: Float, _ from: Point, _ to: Point, thickness: Float) {
    let middle = Point(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
    let (halfX, halfY) = ((to.x - from.x) / 2, (to.y - from.y) / 2)
    let square = halfX * halfX + halfY * halfY
    plane.paint(light, around: middle, reach: (abs(halfX) + thickness + 1, abs(halfY) + thickness + 1)) { dx, dy in
      let along = max(-1, min(1, (dx * halfX + dy * halfY) / square))
      let (awayX, awayY) = (dx - along * halfX, dy - along * halfY)
      return (awayX * awayX + awayY * awayY).squareRoot() - thickness / 2
    }
  }

  /// Returns the strokes of a character on a 14-segment display, 1.2 wide and 2 high, from the lower left.
  private static func strokes(of character: Character) -> [(from: Point, to: Point)] {
    let segments = AlphanumericFont.fourteenSegments(for: character) ?? 0
    let nodes: [(Float, Float, Float, Float)] = [
      (0, 2, 1.2, 2), (1.2, 2, 1.2, 1), (1.2, 1, 1.2, 0), (0, 0, 1.2, 0), (0, 0, 0, 1), (0, 1, 0, 2), (0, 1, 0.6, 1),
      (0.6, 1, 1.2, 1), (0, 2, 0.6, 1), (0.6, 2, 0.6, 1), (1.2, 2, 0.6, 1), (0, 0, 0.6, 1), (0.6, 0, 0.6, 1),
      (1.2, 0, 0.6, 1),
    ]
    return nodes.enumerated().filter { segments >> $0.offset & 1 == 1 }.map {
      (Point(x: $0.element.0, y: $0.element.1), Point(x: $0.element.2, y: $0.element.3))
    }
  }
}

/// A place in a frame, in pixels from the center of the first pixel.
struct Point: Hashable, Sendable {
  var x: Float
  var y: Float
}

extension Plane {
  /// Paints a shape with antialiased edges.
  ///
  /// - Parameters:
  ///   - reach: The largest extent of the shape from `centre`, across and down.
  ///   - distance: The signed distance from the shape's edge, negative inside, of an offset from `centre`.
  ///   - softness: The width of the edge in pixels, at least 1.
  mutating func paint(
    _ light: Float, around centre: Point, reach: (x: Float, y: Float), softness: Float = 1,
    distance: (Float, Float) -> Float
  ) {
    let columns = (Int(centre.x - reach.x)..<Int(centre.x + reach.x) + 1).clamped(to: 0..<width)
    let rows = (Int(centre.y - reach.y)..<Int(centre.y + reach.y) + 1).clamped(to: 0..<height)
    for y in rows {
      for x in columns {
        let covered = max(0, min(1, 0.5 - distance(Float(x) - centre.x, Float(y) - centre.y) / softness))
        let index = y * width + x
        values[index] += covered * (light - values[index])
      }
    }
  }
}

/// The samples of a coarse line that make up one of a fine line, by cubic convolution (Keys 1981, a = -0.75).
private enum CubicWeights {
  static func along(from source: Int, to target: Int) -> [[(index: Int, share: Float)]] {
    (0..<target).map { index in
      let position = (Float(index) + 0.5) * Float(source) / Float(target) - 0.5
      let first = Int(position.rounded(.down))
      return (first - 1...first + 2).map { near in
        (min(max(near, 0), source - 1), share(abs(position - Float(near))))
      }
    }
  }

  private static func share(_ distance: Float) -> Float {
    let a: Float = -0.75
    if distance <= 1 { return ((a + 2) * distance - (a + 3)) * distance * distance + 1 }
    return ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a
  }
}

extension Float {
  var cosineAndSine: (Float, Float) { (cos(self), sin(self)) }
}
