/// Cubic interpolation between equidistant samples (Catmull-Rom).
enum CubicCurve {
  /// - Parameter part: the position between the second and third of four samples, 0…1.
  static func value(_ window: (Float, Float, Float, Float), at part: Float) -> Float {
    let (a, b, c, d) = window
    let linear = c - a
    let square = 2 * a - 5 * b + 4 * c - d
    let cube = 3 * (b - c) + d - a
    return b + 0.5 * part * (linear + part * (square + part * cube))
  }
}
