/// The cubic curve through samples at equal distances (Catmull and Rom).
enum CubicCurve {
  /// - Parameter part: 0…1, how far it is from the second of four samples to the third.
  static func value(_ window: (Float, Float, Float, Float), at part: Float) -> Float {
    let (a, b, c, d) = window
    let linear = c - a
    let square = 2 * a - 5 * b + 4 * c - d
    let cube = 3 * (b - c) + d - a
    return b + 0.5 * part * (linear + part * (square + part * cube))
  }
}
