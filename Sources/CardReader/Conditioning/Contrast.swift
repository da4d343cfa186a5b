/// How much darker each pixel is than the mean of its surroundings, in gray levels times the smoothing kernel's sum.
struct Contrast {
  let width: Int
  let height: Int
  let values: [Int16]
  @inline(__always)
  static func between(
    _ values: UnsafePointer<Int16>, width: Int, height: Int, _ x: Float, _ y: Float
  ) -> Float {
    let (left, top) = (x - 0.5, y - 0.5)
    guard left >= 0, top >= 0, left < Float(width - 1), top < Float(height - 1) else { return 0 }
    let (column, row) = (Int(left), Int(top))
    let (fx, fy) = (left - Float(column), top - Float(row))
    let at = row &* width &+ column
    let upper = Float(values[at]) * (1 - fx) + Float(values[at &+ 1]) * fx
    let lower = Float(values[at &+ width]) * (1 - fx) + Float(values[at &+ width &+ 1]) * fx
    return upper * (1 - fy) + lower * fy
  }
}
