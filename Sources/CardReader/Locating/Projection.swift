/// A projective map from the unit square to the four corners of a code in the picture.
///
/// Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.3.
struct Projection {
  /// x and y of the top left, top right, bottom right and bottom left corners, in pixels.
  var corners: SIMD8<Float>
  private let a: Float
  private let b: Float
  private let d: Float
  private let e: Float
  private let g: Float
  private let h: Float

  init(corners: SIMD8<Float>) {
    self.corners = corners
    let (x0, y0, x1, y1) = (corners[0], corners[1], corners[2], corners[3])
    let (x2, y2, x3, y3) = (corners[4], corners[5], corners[6], corners[7])
    let (dx1, dx2, sx) = (x1 - x2, x3 - x2, x0 - x1 + x2 - x3)
    let (dy1, dy2, sy) = (y1 - y2, y3 - y2, y0 - y1 + y2 - y3)
    let determinant = dx1 * dy2 - dx2 * dy1
    g = (sx * dy2 - dx2 * sy) / determinant
    h = (dx1 * sy - sx * dy1) / determinant
    a = x1 - x0 + g * x1
    b = x3 - x0 + h * x3
    d = y1 - y0 + g * y1
    e = y3 - y0 + h * y3
  }

  /// Maps (u, v), both 0…1 within the square, to the picture.
  func place(_ u: Float, _ v: Float) -> (x: Float, y: Float) {
    let w = 1 / (g * u + h * v + 1)
    return ((a * u + b * v + corners[0]) * w, (d * u + e * v + corners[1]) * w)
  }

  /// Whether the middle of the other lies within the bounding box of this one.
  func covers(_ other: Projection) -> Bool {
    let (x, y) = (other.corners.evenHalf.sum() / 4, other.corners.oddHalf.sum() / 4)
    let (columns, rows) = (corners.evenHalf, corners.oddHalf)
    return columns.min() <= x && x <= columns.max() && rows.min() <= y && y <= rows.max()
  }
}
