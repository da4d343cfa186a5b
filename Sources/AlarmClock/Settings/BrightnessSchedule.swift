/// The brightness of the display by time of day. Each point holds until the next.
public struct BrightnessSchedule: Hashable, Sendable, CustomStringConvertible {
  public struct Point: Hashable, Sendable, CustomStringConvertible {
    public enum Moment: Hashable, Sendable, CustomStringConvertible {
      case time(LocalTime)
      /// Offsets after sunrise or sunset; negative before.
      case sunrise(Duration)
      case sunset(Duration)

      /// Reads a time or an offset from the sun, such as `07:00` or `sunset-30m`.
      init(_ word: String, of typed: TypedValue, _ remedy: String) throws(InvalidValue) {
        let lower = word.lowercased()
        for (name, make) in [("sunrise", Self.sunrise), ("sunset", Self.sunset)] where lower.hasPrefix(name) {
          let rest = lower.dropFirst(name.count)
          guard let sign = rest.first else {
            self = make(.zero)
            return
          }
          guard sign == "+" || sign == "-" else { break }
          let offset = try typed.span(String(rest.dropFirst()), BrightnessSchedule.longestOffset, "6h", remedy)
          self = make(sign == "-" ? .zero - offset : offset)
          return
        }
        do throws(InvalidValue) {
          self = .time(try TimeText.timeOfDay(word, field: typed.field, remedy: remedy))
        } catch {
          throw typed.refusal("`\(word.prefix(20))`: \(error.reason)", remedy)
        }
      }

      public var description: String {
        switch self {
        case .time(let time): time.description
        case .sunrise(let offset): "sunrise\(Self.text(offset))"
        case .sunset(let offset): "sunset\(Self.text(offset))"
        }
      }

      private static func text(_ offset: Duration) -> String {
        if offset == .zero { return "" }
        return offset < .zero ? "-" + DurationText.format(.zero - offset) : "+" + DurationText.format(offset)
      }
    }

    public var moment: Moment
    /// 0 to 15, or `nil` for off.
    public var level: Int?
    /// How long the transition to the level takes, beginning at `moment`.
    public var ramp: Duration

    public init(_ moment: Moment, level: Int?, ramp: Duration = .zero) {
      (self.moment, self.level, self.ramp) = (moment, level, ramp)
    }

    public var description: String {
      "\(moment) \(BrightnessText.level(level))" + (ramp == .zero ? "" : " over \(DurationText.format(ramp))")
    }
  }

  public var points: [Point]

  public init(_ points: [Point]) { self.points = points }

  public static let usual = BrightnessSchedule([
    Point(.time(LocalTime(secondsOfDay: 7 * 3600)), level: Dimming.usual),
    Point(.time(LocalTime(secondsOfDay: 22 * 3600)), level: 1),
  ])

  static let mostPoints = 12
  static let longestRamp: Duration = .seconds(3 * 3600)
  static let longestOffset: Duration = .seconds(6 * 3600)

  /// For example `07:00 12, sunset-30m 4 over 1h, 22:00 off`.
  public var description: String { points.map(\.description).joined(separator: ", ") }
}

/// The brightness of the display by ambient light, interpolated between points.
public struct LightLevels: Hashable, Sendable, CustomStringConvertible {
  public struct Point: Hashable, Sendable {
    /// The ambient light in tenths of a lux.
    public var tenths: Int
    /// 0 to 15, or `nil` for off.
    public var level: Int?

    public var lux: Double { Double(tenths) / 10 }

    public init(tenths: Int, level: Int?) { (self.tenths, self.level) = (tenths, level) }
  }

  /// At least one, darkest first. No level is lower than the one before it.
  public var points: [Point]

  public init(_ points: [Point]) { self.points = points }

  /// The dimmest level where you can just see your hand, and more than `Dimming.usual` by day at a window.
  public static let usual = LightLevels([
    Point(tenths: 10, level: 0), Point(tenths: 100, level: 2), Point(tenths: 500, level: 6),
    Point(tenths: 2000, level: 12),
  ])

  static let mostPoints = 12
  /// Sunlight: 100,000 lux.
  static let mostTenths = 1_000_000

  /// For example `1:0 10:2 50:6 200:12`.
  public var description: String {
    points.map { "\(FixedPoint.text($0.tenths, digits: 1, atLeast: 0)):\(BrightnessText.level($0.level))" }
      .joined(separator: " ")
  }
}

enum BrightnessText {
  static func level(_ level: Int?) -> String { level.map { "\($0)" } ?? SettingWord.off }

  /// Returns `nil` if the text is not a brightness, and `.some(nil)` for off.
  static func level(_ text: some StringProtocol) -> Int?? {
    if text.lowercased() == SettingWord.off { return .some(nil) }
    return TypedValue(String(text), field: "").number(in: Dimming.levels).map { .some($0) }
  }
}
