import AlarmClock
import Hardware

/// What the display shows while nothing rings, no timer runs and there is no message.
public struct IdleFace: Hashable, Sendable {
  /// What it is about.
  public enum Content: Hashable, Sendable {
    case time
    /// On displays that have no room for them beside the time.
    case seconds
    case date, alarm, temperature, humidity
    case zone(String)
  }

  public var content: Content
  /// For the display's shape, as `DisplayFace.text` has it.
  public var text: String
  /// It cannot be believed, and the whole face says so.
  public var isBlinking = false
}

/// The time in another zone, and what it is called on the display.
public struct OtherZone: Hashable, Sendable {
  /// `Asia/Tokyo`
  public var name: String
  public var rules: ZoneRules

  public init(name: String, rules: ZoneRules) { (self.name, self.rules) = (name, rules) }
}
