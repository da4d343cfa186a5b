/// One time that an alarm is due.
public struct Occurrence: Hashable, Sendable {
  /// What tells it from the alarm's other occurrences.
  public var key: Key
  /// When it rings.
  public var due: Instant
  /// Whether a change of the zone's offset had a say in `due`.
  public var adjustment: TimeAdjustment

  public init(key: Key, due: Instant, adjustment: TimeAdjustment) {
    self.key = key
    self.due = due
    self.adjustment = adjustment
  }

  /// The identity of an occurrence within its alarm. It is the wall-clock time and not the instant, so that a change of
  /// zone rules or of the zone neither doubles nor loses one.
  public enum Key: Hashable, Sendable {
    /// The date and time the alarm was set for, even if a gap moves the ring.
    case local(LocalDateTime)
    /// A relative alarm's moment.
    case instant(Instant)

    /// Whether it comes after another one of its alarm, in any zone.
    public func isLater(than other: Key) -> Bool {
      switch (self, other) {
      case (.local(let local), .local(let other)): local > other
      case (.instant(let instant), .instant(let other)): instant > other
      case (.local, .instant), (.instant, .local): false
      }
    }
  }
}

extension Occurrence.Key {
  /// When it is in a zone, whether that has passed or not.
  public func resolved(in zone: ZoneRules) -> ResolvedTime {
    switch self {
    case .local(let local): zone.resolve(local)
    case .instant(let instant): ResolvedTime(instant: instant, adjustment: .none)
    }
  }
}

extension Occurrence.Key: LosslessStringConvertible {
  /// `2026-11-21T07:30` or, for an instant, `@` and its nanoseconds; nil for any other text.
  public init?(_ text: String) {
    if text.hasPrefix("@") {
      guard let nanoseconds = Int64(text.dropFirst()) else { return nil }
      self = .instant(Instant(nanoseconds: nanoseconds))
    } else {
      guard let local = LocalDateTime(text) else { return nil }
      self = .local(local)
    }
  }

  /// `2026-11-21T07:30` or `@1763710200000000000`.
  public var description: String {
    switch self {
    case .local(let local): local.description
    case .instant(let instant): "@\(instant.nanoseconds)"
    }
  }
}
