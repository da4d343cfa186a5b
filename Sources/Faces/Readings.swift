/// What the clock's sensors say at one moment; nil: there is no such sensor, or it does not answer.
public struct Readings: Hashable, Sendable {
  /// How light the room is, in lux.
  public var illuminance: Double?
  /// The measurement before that one; nil: there was none.
  public var illuminanceBefore: Double?
  /// In degrees Celsius.
  public var temperature: Double?
  /// Of the air, 0…100 per cent.
  public var humidity: Double?
  /// The supply's voltage is too low for the board; false also where nothing measures it.
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
