/// What is measured along one side.
public struct Axis: Hashable, Sendable {
  /// A few words, such as `Time to card`.
  public var title: String
  public var unit: Unit
  /// Whether it begins or ends at 0, whatever the values are: true where lengths are compared.
  public var includesZero: Bool

  public init(title: String, unit: Unit, includesZero: Bool = false) {
    (self.title, self.unit, self.includesZero) = (title, unit, includesZero)
  }
}

/// One value at one place.
public struct Point: Hashable, Sendable {
  public var x: Double
  /// Nil, and what is not finite: there is none, and a line has a gap here.
  public var y: Double?
  /// It is drawn in another shape, and its value stands beside it.
  public var isOutlier: Bool

  public init(x: Double, y: Double?, isOutlier: Bool = false) {
    (self.x, self.y, self.isOutlier) = (x, y, isOutlier)
  }

  /// Where it is; nil: nowhere.
  var place: (x: Double, y: Double)? {
    guard let y, x.isFinite, y.isFinite else { return nil }
    return (Unit.bounded(x), Unit.bounded(y))
  }
}

/// Values that belong together, under a name.
public struct Series: Hashable, Sendable {
  public var name: String
  /// Of a line: in the order in which they are connected.
  public var points: [Point]

  public init(name: String, points: [Point]) {
    (self.name, self.points) = (name, points)
  }

  var hasOutliers: Bool { points.contains { $0.isOutlier && $0.place != nil } }
}
