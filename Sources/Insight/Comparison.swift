/// How a measure has changed within a range: the median of its first half, and of its second.
public struct Trend: Hashable, Sendable {
  public let before: Int64
  public let after: Int64

  public static let leastCount = 6

  /// Of values in the order in which they came; nil: there are too few. The one in the middle is in neither half.
  public init?(_ values: [Int64]) {
    guard values.count >= Self.leastCount, let first = Summary(Array(values.prefix(values.count / 2))),
      let second = Summary(Array(values.suffix(values.count / 2)))
    else { return nil }
    before = first.median
    after = second.median
  }
}

/// Values that stand out: further from the mean than three standard deviations of all of them.
public enum Outliers {
  public static let leastCount = 10
  private static let deviations: Int128 = 3
  /// What is further off counts as this; so the squares of a hundred thousand of them fit.
  private static let most: Int64 = 10_000_000_000

  /// The places of those among the values, in order; none among too few of them.
  public static func places(in values: [Int64]) -> [Int] {
    let count = Int128(values.count)
    guard values.count >= leastCount else { return [] }
    let values = values.map { min(max($0, -most), most) }
    let sum = values.reduce(Int128.zero) { $0 + Int128($1) }
    // All times their number, so that nothing is rounded.
    let distances = values.map { count * Int128($0) - sum }
    let squares = distances.map { $0 * $0 }
    let variance = squares.reduce(Int128.zero, +)
    return values.indices.filter { squares[$0] * count > deviations * deviations * variance }
  }
}

/// The line of least squares through points, and how well it fits.
public struct LineFit: Hashable, Sendable {
  public let slope: Double
  /// Where it meets x = 0.
  public let intercept: Double
  /// Pearson's r, -1...1.
  public let r: Double

  public static let leastCount = 3

  /// nil: there are too few points, or they have one x or one y alone.
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
