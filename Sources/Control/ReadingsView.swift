/// What the clock's sensors have said last; nil: there is no such sensor, or it does not answer.
public struct ReadingsView: Codable, Sendable, Hashable {
  /// How light the room is, in lux.
  @OrNull public var illuminance: Double?
  /// In degrees Celsius.
  @OrNull public var temperature: Double?
  /// Of the air, 0…100 per cent.
  @OrNull public var humidity: Double?

  public init(illuminance: Double? = nil, temperature: Double? = nil, humidity: Double? = nil) {
    (self.illuminance, self.temperature, self.humidity) = (illuminance, temperature, humidity)
  }

  /// `3 lux`.
  public var light: String? { illuminance.map { "\(Self.text($0)) lux" } }

  /// `21.5 °C, humidity 40 %`.
  public var room: String? {
    temperature.map { "\(Self.text($0)) °C" + (humidity.map { ", humidity \(Self.text($0)) %" } ?? "") }
  }

  /// With one place behind the point, where it is not 0.
  fileprivate static func text(_ number: Double) -> String {
    let tenths = (number * 10).rounded()
    guard abs(tenths) < 1e12 else { return "\(number)" }
    let whole = Int(tenths)
    let sign = whole < 0 ? "-" : ""
    return sign + "\(abs(whole) / 10)" + (whole % 10 == 0 ? "" : ".\(abs(whole) % 10)")
  }
}

/// How the clock's supply is.
public struct PowerView: Codable, Sendable, Hashable {
  /// Its voltage is too low for the board.
  public var low: Bool
  /// Since when; nil: it is not, or that is not known.
  @OrNull public var since: String?
  /// What mends it; nil: nothing has to be mended.
  @OrNull public var fix: String?

  public init(low: Bool, since: String? = nil, fix: String? = nil) {
    (self.low, self.since, self.fix) = (low, since, fix)
  }
}

/// How hot the clock's processor is.
public struct ProcessorView: Codable, Sendable, Hashable {
  public enum Level: String, Codable, Sendable {
    case ok
    /// It slows itself down.
    case hot
    /// It slows itself down as far as it can.
    case tooHot = "too_hot"
  }
  /// In degrees Celsius.
  public var temperature: Double
  public var level: Level
  /// Since when it is hot; nil: it is not, or that is not known.
  @OrNull public var since: String?
  /// What cools it; nil: nothing has to.
  @OrNull public var fix: String?

  public init(temperature: Double, level: Level, since: String? = nil, fix: String? = nil) {
    (self.temperature, self.level, self.since, self.fix) = (temperature, level, since, fix)
  }

  /// `82.5`, in degrees Celsius.
  public var degrees: String { ReadingsView.text(temperature) }
}
