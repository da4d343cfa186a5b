/// One time at which an alarm is due.
public struct Occurrence: Hashable, Sendable {
  public var key: Key
  public var due: Instant
  /// Whether a change of the zone's offset affected `due`.
  public var adjustment: TimeAdjustment

  public init(key: Key, due: Instant, adjustment: TimeAdjustment) {
    self.key = key
    self.due = due
    self.adjustment = adjustment
  }

  /// The identity in its alarm: wall-clock time, so that no change of the zone or its rules duplicates or loses one.
  public enum Key: Hashable, Sendable, LosslessStringConvertible {
    /// The date and time that the alarm was set for, even if a gap moves the ring.
    case local(LocalDateTime)
    /// The moment of an alarm that was set as a delay.
    case instant(Instant)

    /// Whether it comes after another occurrence of the same alarm, in any zone.
    public func isLater(than other: Key) -> Bool {
      switch (self, other) {
      case (.local(let local), .local(let other)): local > other
      case (.instant(let instant), .instant(let other)): instant > other
      case (.local, .instant), (.instant, .local): false
      }
    }

    public func resolved(in zone: ZoneRules) -> Occurrence {
      switch self {
      case .local(let local):
        let resolved = zone.resolve(local)
        return Occurrence(key: self, due: resolved.instant, adjustment: resolved.adjustment)
      case .instant(let instant): return Occurrence(key: self, due: instant, adjustment: .none)
      }
    }

    /// Reads `2026-11-21T07:30`, or `@` and nanoseconds for an instant; returns `nil` for any other text.
    public init?(_ text: String) {
      if text.hasPrefix("@") {
        guard let nanoseconds = Int64(text.dropFirst()) else { return nil }
        self = .instant(Instant(nanoseconds: nanoseconds))
      } else {
        guard let local = LocalDateTime(text) else { return nil }
        self = .local(local)
      }
    }

    public var description: String {
      switch self {
      case .local(let local): local.description
      case .instant(let instant): "@\(instant.nanoseconds)"
      }
    }
  }
}
