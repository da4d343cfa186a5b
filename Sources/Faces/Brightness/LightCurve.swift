import AlarmClock
import Glibc

/// Brightness as a function of light, interpolated on a logarithmic scale as the eye perceives it.
struct LightCurve: Hashable, Sendable {
  private struct Point: Hashable {
    var light: Double
    var value: Double
  }

  private let points: [Point]

  /// The lowest light in lux; darker readings count as this. No supported sensor measures less.
  static let darkest = 0.05

  init(_ levels: LightLevels) {
    points = levels.points.map { Point(light: Self.logarithm($0.lux), value: ScheduleCourse.value(of: $0.level)) }
  }

  /// Returns a value for `ScheduleCourse.level(of:)`.
  func value(for lux: Double) -> Double {
    let light = Self.logarithm(lux)
    guard let above = points.firstIndex(where: { light < $0.light }) else {
      return points.last?.value ?? Double(Dimming.usual)
    }
    guard above > 0 else { return points[0].value }
    let (lower, upper) = (points[above - 1], points[above])
    return lower.value + (upper.value - lower.value) * (light - lower.light) / (upper.light - lower.light)
  }

  private static func logarithm(_ lux: Double) -> Double { log(max(lux, darkest)) }
}
