import Glibc

/// An image of numbers, row by row from the top left: linear light before the sensor (0 is dark, 1 is white in even
/// light), electrons or gray levels after it.
struct Plane {
  let width: Int
  let height: Int
  var values: [Float]

  init(width: Int, height: Int, filledWith value: Float = 0) {
    self.width = width
    self.height = height
    values = [Float](repeating: value, count: width * height)
  }

  mutating func map(_ change: (Float) -> Float) { values = values.map(change) }

  /// Convolves rows and columns with a symmetric kernel; the image is mirrored at its edges.
  ///
  /// - Parameter half: The kernel's weights from the middle outward.
  func smoothed(by half: [Float]) -> Plane {
    let radius = half.count - 1
    var result = Plane(width: width, height: height)
    let kernel = half.dropFirst().reversed() + half
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 2 * radius) { row in
      values.withUnsafeBufferPointer { source in
        result.values.withUnsafeMutableBufferPointer { target in
          for y in 0..<height {
            row.initialize(repeating: 0)
            for (index, weight) in kernel.enumerated() {
              let line = Self.mirrored(y + index - radius, height) * width
              for x in 0..<width { row[radius + x] += weight * source[line + x] }
            }
            for x in 0..<radius {
              row[radius - 1 - x] = row[radius + Self.mirrored(-1 - x, width)]
              row[radius + width + x] = row[radius + Self.mirrored(width + x, width)]
            }
            let line = y * width
            for (index, weight) in kernel.enumerated() {
              for x in 0..<width { target[line + x] += weight * row[x + index] }
            }
          }
        }
      }
    }
    return result
  }

  /// Blurs with a normal distribution; the deviation is in pixels.
  func gaussian(_ deviation: Float) -> Plane {
    let radius = max(1, Int((4 * deviation).rounded(.up)))
    var half = (0...radius).map { exp(-Float($0 * $0) / (2 * deviation * deviation)) }
    let sum = half[0] + 2 * half.dropFirst().reduce(0, +)
    half = half.map { $0 / sum }
    return smoothed(by: half)
  }

  /// Convolves with a sparse kernel.
  func smoothed(by kernel: [MotionKernel.Weight]) -> Plane {
    let radius = kernel.reduce(0) { max($0, abs($1.x), abs($1.y)) }
    let span = width + 2 * radius
    var result = Plane(width: width, height: height)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: span * (height + 2 * radius)) { padded in
      values.withUnsafeBufferPointer { source in
        for y in 0..<height + 2 * radius {
          let line = Self.mirrored(y - radius, height) * width
          for x in 0..<radius {
            padded[y * span + x] = source[line + Self.mirrored(x - radius, width)]
            padded[y * span + radius + width + x] = source[line + Self.mirrored(width + x, width)]
          }
          for x in 0..<width { padded[y * span + radius + x] = source[line + x] }
        }
      }
      result.values.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          for weight in kernel {
            let from = (y + radius + weight.y) * span + radius + weight.x
            for x in 0..<width { target[y * width + x] += weight.share * padded[from + x] }
          }
        }
      }
    }
    return result
  }

  /// Returns the row or column that a mirror at the edge shows at `index`.
  private static func mirrored(_ index: Int, _ count: Int) -> Int {
    var index = index
    while index < 0 || index >= count { index = index < 0 ? -index : 2 * count - 2 - index }
    return index
  }
}

/// The path of a point while the camera moves along a line.
enum MotionKernel {
  struct Weight {
    var x: Int
    var y: Int
    var share: Float
  }

  /// Returns the pixel coverage of a stroke, one pixel wide with round ends.
  ///
  /// - Parameters:
  ///   - length: Pixels.
  ///   - angle: Radians from the horizontal.
  static func line(length: Float, angle: Float) -> [Weight] {
    let radius = Int((length / 2).rounded(.up)) + 1
    let (cosine, sine) = (cos(angle), sin(angle))
    var weights: [Weight] = []
    for y in -radius...radius {
      for x in -radius...radius {
        var covered: Float = 0
        for part in 0..<25 {
          let px = Float(x) + Float(part % 5 - 2) / 5
          let py = Float(y) + Float(part / 5 - 2) / 5
          let along = max(-length / 2, min(length / 2, px * cosine + py * sine))
          let (dx, dy) = (px - along * cosine, py - along * sine)
          if dx * dx + dy * dy <= 0.25 { covered += 1 }
        }
        if covered > 0 { weights.append(Weight(x: x, y: y, share: covered)) }
      }
    }
    let sum = weights.reduce(0) { $0 + $1.share }
    return weights.map { Weight(x: $0.x, y: $0.y, share: $0.share / sum) }
  }
}
