/// The darkness of every module of a code and of a margin, relative to nearby modules, in standard deviations.
struct ModuleSamples {
  /// Modules per side, including the margin.
  let side: Int
  static let margin = 3
  let values: [Float]

  var ofCode: [Float] {
    (Self.margin..<side - Self.margin).flatMap { y in
      values[y * side + Self.margin..<(y + 1) * side - Self.margin]
    }
  }

  /// - Parameter isInverted: whether the code is light on dark; the samples are negated then.
  init(_ raster: Raster, _ projection: Projection, modules: Int, isInverted: Bool) {
    let side = modules + 2 * Self.margin
    self.side = side
    let scale = 1 / Float(modules)
    var grey = [Float](repeating: 0, count: side * side)
    // Nine points per module: a single point in the middle would be noisier, and blur does not reach beyond them.
    let offsets: [Float] = [-0.25, 0, 0.25]
    raster.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<side {
        for x in 0..<side {
          var sum: Float = 0
          for dy in offsets {
            for dx in offsets {
              let place = projection.place(
                (Float(x - Self.margin) + 0.5 + dx) * scale, (Float(y - Self.margin) + 0.5 + dy) * scale)
              sum += raster.grey(pixels, place.x, place.y)
            }
          }
          grey[y * side + x] = sum / 9
        }
      }
    }
    values = Self.levelled(grey, side: side, sign: isInverted ? -1 : 1)
  }

  /// Compares each module to the nine by nine modules around it, because light falls unevenly on a card.
  private static func levelled(_ grey: [Float], side: Int, sign: Float) -> [Float] {
    var levelled = [Float](repeating: 0, count: grey.count)
    for y in 0..<side {
      for x in 0..<side {
        var (sum, squares, count) = (Float(0), Float(0), Float(0))
        for v in max(0, y - 4)...min(side - 1, y + 4) {
          for u in max(0, x - 4)...min(side - 1, x + 4) {
            let value = grey[v * side + u]
            sum += value
            squares += value * value
            count += 1
          }
        }
        let mean = sum / count
        let deviation = max(squares / count - mean * mean, 0.25).squareRoot()
        levelled[y * side + x] = sign * (mean - grey[y * side + x]) / deviation
      }
    }
    return levelled
  }
}

extension Raster {
  /// Interpolates between four pixels; repeats the edge beyond it.
  func grey(_ pixels: UnsafeBufferPointer<UInt8>, _ x: Float, _ y: Float) -> Float {
    // 0 must come first: max(0, NaN) is 0.
    let left = min(max(0, x - 0.5), Float(width) - 1.001)
    let top = min(max(0, y - 0.5), Float(height) - 1.001)
    let (column, row) = (Int(left), Int(top))
    let (fx, fy) = (left - Float(column), top - Float(row))
    let at = row &* width &+ column
    let upper = Float(pixels[at]) * (1 - fx) + Float(pixels[at &+ 1]) * fx
    let lower = Float(pixels[at &+ width]) * (1 - fx) + Float(pixels[at &+ width &+ 1]) * fx
    return upper * (1 - fy) + lower * fy
  }
}
