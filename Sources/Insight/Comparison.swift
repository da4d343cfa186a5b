/// Change of a measure within a range: the medians of its first and second half.
public struct Trend: Hashable, Sendable {
  public let before: Int64
  public let after: Int64

  public static let leastCount = 6

  /// `nil` for fewer than `leastCount` values. They are in order of time; one in the middle belongs to neither half.
  public init?(_ values: [Int64]) {
    guard values.count >= Self.leastCount, let first = Summary(Array(values.prefix(values.count / 2))),
      let second = Summary(Array(values.suffix(values.count / 2)))
    else { return nil }
    before = first.median
    after = second.median
  }
}

/// Finds values that differ from the mean by more than three standard deviations.
public enum Outliers {
  public static let leastCount = 10
  private static let deviations: Int128 = 3
  /// Values are limited to this, so that the squares of a hundred thousand of them fit.
  private static let most: Int64 = 10_000_000_000

  /// Returns the indices of the outliers; none for fewer than `leastCount` values.
  public static func places(in values: [Int64]) -> [Int] {
    let count = Int128(values.count)
    guard values.count >= leastCount else { return [] }
    let values = values.map { min(max($0, -most), most) }
    let sum = values.reduce(Int128.zero) { $0 + Int128($1) }
    // Multiplied by the count, so that nothing is rounded.
    let distances = values.map { count * Int128($0) - sum }
    let squares = distances.map { $0 * $0 }
    let variance = squares.reduce(Int128.zero, +)
    return values.indices.filter { squares[$0] * count > deviations * deviations * variance }
  }
}

/// The least-squares line through points, with its correlation.
public struct LineFit: Hashable, Sendable {
  public let slope: Double
  public let intercept: Double
  /// Pearson's r, -1...1.
  public let r: Double

  public static let leastCount = 3

  /// `nil` for too few points, or if all have the same x or the same y.
  public init?(_ points: [(x: Double, y: Double)]) {
    guard points.count >= Self.leastCount else { return nil }
    let count = Double(points.count)
    let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for point in points {
      let (dx, dy) = (point.x - meanX, point.y - meanY)
      xx += dx * dx
      yy += dy * dy
      xy += dx * dy
    }
    guard xx > 0, yy > 0, (xx * yy).isFinite else { return nil }
    slope = xy / xx
    intercept = meanY - slope * meanX
    r = min(max(-1, xy / (xx * yy).squareRoot()), 1)
  }
}
