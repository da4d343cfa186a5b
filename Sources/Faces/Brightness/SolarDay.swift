import AlarmClock
import Glibc

/// Sunrise and sunset on one day at one place, over a flat horizon. The equations are those of NOAA's solar calculation
/// spreadsheet, after Jean Meeus, "Astronomical Algorithms".
public struct SolarDay: Hashable, Sendable {
  public enum Course: Hashable, Sendable {
    case rises(at: Instant, sets: Instant)
    case staysUp
    case staysDown
  }

  public let noon: Instant
  public let course: Course

  /// - Parameter day: days since 1970-01-01; `noon` is the one nearest to 12:00 local mean time of that day.
  public init(day: Int64, at location: Location) {
    // East and west have no meaning at a pole.
    let latitude = min(max(location.latitude, -89.99), 89.99)
    let meanNoon = Double(day) * 86_400 + 43_200 - location.longitude * 240
    var noon = meanNoon
    for _ in 0..<2 { noon = meanNoon - Sun(at: noon).equationOfTime * 60 }
    self.noon = Instant(seconds: Int64(noon.rounded()))

    /// - Parameter side: -1 for sunrise, 1 for sunset.
    func event(_ side: Double) -> Double? {
      var moment = noon
      for _ in 0..<4 {
        let sun = Sun(at: moment)
        guard let angle = sun.hourAngleAtHorizon(latitude) else { return nil }
        moment = meanNoon - sun.equationOfTime * 60 + side * angle * 240
      }
      return moment
    }
    if let rise = event(-1), let set = event(1) {
      course = .rises(at: Instant(seconds: Int64(rise.rounded())), sets: Instant(seconds: Int64(set.rounded())))
    } else {
      course = latitude * Sun(at: noon).declination > 0 ? .staysUp : .staysDown
    }
  }
}

/// The position of the sun, in degrees.
private struct Sun {
  /// Positive north of the equator.
  let declination: Double
  /// How far a sundial is ahead of a clock, in minutes.
  let equationOfTime: Double

  /// The zenith distance when the upper edge is seen on the horizon: 90° plus the disc's radius and refraction.
  private static let zenith = 90.833

  /// - Parameter seconds: seconds since 1970-01-01T00:00Z, which is Julian day 2440587.5.
  init(at seconds: Double) {
    let century = (seconds / 86_400 + 2_440_587.5 - 2_451_545) / 36_525
    let meanLongitude = (280.46646 + century * (36_000.76983 + century * 0.0003032)).truncatingRemainder(
      dividingBy: 360)
    let meanAnomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century)
    let eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century)
    let center =
      sine(meanAnomaly) * (1.914602 - century * (0.004817 + 0.000014 * century))
      + sine(2 * meanAnomaly) * (0.019993 - 0.000101 * century) + sine(3 * meanAnomaly) * 0.000289
    let node = 125.04 - 1934.136 * century
    let apparentLongitude = meanLongitude + center - 0.00569 - 0.00478 * sine(node)
    let meanObliquity =
      23 + (26 + (21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))) / 60) / 60
    let obliquity = meanObliquity + 0.00256 * cosine(node)
    declination = degrees(asin(sine(obliquity) * sine(apparentLongitude)))
    let y = tan(radians(obliquity / 2)) * tan(radians(obliquity / 2))
    equationOfTime =
      4
      * degrees(
        y * sine(2 * meanLongitude) - 2 * eccentricity * sine(meanAnomaly)
          + 4 * eccentricity * y * sine(meanAnomaly) * cosine(2 * meanLongitude)
          - 0.5 * y * y * sine(4 * meanLongitude) - 1.25 * eccentricity * eccentricity * sine(2 * meanAnomaly))
  }

  /// Returns the angle between the sun's highest point and its rise or set, or `nil` if it does neither.
  func hourAngleAtHorizon(_ latitude: Double) -> Double? {
    let cosineOfAngle =
      cosine(Self.zenith) / (cosine(latitude) * cosine(declination))
      - tan(radians(latitude)) * tan(radians(declination))
    return abs(cosineOfAngle) <= 1 ? degrees(acos(cosineOfAngle)) : nil
  }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
private func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
private func sine(_ degrees: Double) -> Double { sin(radians(degrees)) }
private func cosine(_ degrees: Double) -> Double { cos(radians(degrees)) }
