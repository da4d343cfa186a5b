/// A quantity along one side of a plot.
public struct Axis: Hashable, Sendable {
  /// A few words, such as `Time to card`.
  public var title: String
  public var unit: Unit
  /// Whether 0 is in view whatever the values are, which makes lengths comparable.
  public var includesZero: Bool

  public init(title: String, unit: Unit, includesZero: Bool = false) {
    (self.title, self.unit, self.includesZero) = (title, unit, includesZero)
  }
}

/// One value of a series.
public struct Point: Hashable, Sendable {
  public var x: Double
  /// `nil` or not finite if there is no value; a line then has a gap.
  public var y: Double?
  /// Whether the value gets another shape and a label.
  public var isOutlier: Bool

  public init(x: Double, y: Double?, isOutlier: Bool = false) {
    (self.x, self.y, self.isOutlier) = (x, y, isOutlier)
  }

  /// The position within the drawable range, or `nil` if there is none.
  var place: (x: Double, y: Double)? {
    guard let y, x.isFinite, y.isFinite else { return nil }
    return (Unit.bounded(x), Unit.bounded(y))
  }
}

/// Named values that belong together.
public struct Series: Hashable, Sendable {
  public var name: String
  /// A line connects them in this order.
  public var points: [Point]

  public init(name: String, points: [Point]) {
    (self.name, self.points) = (name, points)
  }

  var hasOutliers: Bool { points.contains { $0.isOutlier && $0.place != nil } }
}
