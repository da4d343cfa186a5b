import AlarmClock
import Hardware

/// The display's content while nothing rings, no timer runs and there is no message.
public struct IdleFace: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case time
    /// Used only by displays without room for seconds beside the time.
    case seconds
    case date, alarm, temperature, humidity
    case zone(String)
  }

  public var content: Content
  /// Formatted for the display's shape like `DisplayFace.text`.
  public var text: String
  /// Whether the whole face blinks because the time is in doubt.
  public var isBlinking = false
}

/// Another time zone and the name that the display shows for it.
public struct OtherZone: Hashable, Sendable {
  /// A name such as `Asia/Tokyo`.
  public var name: String
  public var rules: ZoneRules

  public init(name: String, rules: ZoneRules) { (self.name, self.rules) = (name, rules) }
}
