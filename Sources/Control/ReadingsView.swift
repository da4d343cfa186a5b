/// The latest readings of the sensors; `nil` if there is no such sensor or it does not answer.
public struct ReadingsView: Codable, Sendable, Hashable {
  /// In lux.
  @OrNull public var illuminance: Double?
  /// In degrees Celsius.
  @OrNull public var temperature: Double?
  /// Relative humidity, 0 to 100 percent.
  @OrNull public var humidity: Double?

  public init(illuminance: Double? = nil, temperature: Double? = nil, humidity: Double? = nil) {
    (self.illuminance, self.temperature, self.humidity) = (illuminance, temperature, humidity)
  }

  /// For example `3 lux`.
  public var light: String? { illuminance.map { "\(Self.text($0)) lux" } }

  /// For example `21.5 °C, humidity 40 %`.
  public var room: String? {
    temperature.map { "\(Self.text($0)) °C" + (humidity.map { ", humidity \(Self.text($0)) %" } ?? "") }
  }

  /// Returns the number with one decimal place, unless that is 0.
  fileprivate static func text(_ number: Double) -> String {
    // The sum of -0 and 0 has no sign.
    let text = "\((number * 10).rounded() / 10 + 0)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// The state of the power supply.
public struct PowerView: Codable, Sendable, Hashable {
  /// Whether its voltage is too low for the board.
  public var low: Bool
  /// Since when it is too low; `nil` if it is not, or if that is unknown.
  @OrNull public var since: String?
  /// The remedy, or `nil` if nothing is wrong.
  @OrNull public var fix: String?

  public init(low: Bool, since: String? = nil, fix: String? = nil) {
    (self.low, self.since, self.fix) = (low, since, fix)
  }
}

/// The temperature of the processor.
public struct ProcessorView: Codable, Sendable, Hashable {
  public enum Level: String, Codable, Sendable {
    case ok
    /// The processor is slowing down.
    case hot
    /// The processor has slowed down as far as possible.
    case tooHot = "too_hot"
  }
  /// In degrees Celsius.
  public var temperature: Double
  public var level: Level
  /// Since when it is hot; `nil` if it is not, or if that is unknown.
  @OrNull public var since: String?
  /// The remedy, or `nil` if nothing is wrong.
  @OrNull public var fix: String?

  public init(temperature: Double, level: Level, since: String? = nil, fix: String? = nil) {
    (self.temperature, self.level, self.since, self.fix) = (temperature, level, since, fix)
  }

  /// For example `82.5`, in degrees Celsius.
  public var degrees: String { ReadingsView.text(temperature) }
}
