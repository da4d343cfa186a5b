/// The readings of the clock's sensors at one moment. `nil` if a sensor is missing or does not answer.
public struct Readings: Hashable, Sendable {
  /// Ambient light, in lux.
  public var illuminance: Double?
  public var illuminanceBefore: Double?
  /// In degrees Celsius.
  public var temperature: Double?
  /// Relative humidity, 0…100 percent.
  public var humidity: Double?
  /// Whether the supply voltage is too low for the board. False if nothing measures it.
  public var isPowerLow: Bool

  public init(
    illuminance: Double? = nil, before illuminanceBefore: Double? = nil, temperature: Double? = nil,
    humidity: Double? = nil, isPowerLow: Bool = false
  ) {
    self.illuminance = illuminance
    self.illuminanceBefore = illuminanceBefore
    self.temperature = temperature
    self.humidity = humidity
    self.isPowerLow = isPowerLow
  }
}
