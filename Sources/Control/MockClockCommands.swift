/// Advances the mock clock.
public struct AdvanceMockClock: LongCommand {
  public static let name = "mock.advance"

  /// The events until the clock arrived.
  public struct Reply: Codable, Sendable {
    public var from: String
    public var to: String
    public var counts: [String: Int]
    /// The first events in order, at most `mostEvents`.
    public var events: [EventView]

    public init(from: String, to: String, counts: [String: Int], events: [EventView]) {
      (self.from, self.to, self.counts, self.events) = (from, to, counts, events)
    }
  }

  public static let mostEvents = 1000

  /// A duration (`8h`), or `nil` if `to` is given.
  public var by: String?
  /// A time of day (`07:15`), a moment (`2027-03-28 03:30`), or `next`, until something that was due has happened.
  public var to: String?

  public init(by: String?, to: String?) { (self.by, self.to) = (by, to) }
}

/// Reads the mock clock.
public typealias GetMockClock = PlainCommand<MockClockView>

public struct MockClockView: PlainReply {
  public static let command = "mock.time"

  public var time: String
  public var zone: String
  public var trusted: Bool
  /// Differs after each restart.
  public var boot: String

  public init(time: String, zone: String, trusted: Bool, boot: String) {
    (self.time, self.zone, self.trusted, self.boot) = (time, zone, trusted, boot)
  }
}

/// Sets the mock clock, its trust or its zone. `nil` leaves a value unchanged.
public struct SetMockClock: Command {
  public static let name = "mock.step"
  public typealias Reply = MockClockView

  /// A duration, with a leading `-` if the clock goes back.
  public var by: String?
  public var trusted: Bool?
  /// The name of a zone, such as `Asia/Tokyo`.
  public var zone: String?

  public init(by: String? = nil, trusted: Bool? = nil, zone: String? = nil) {
    (self.by, self.trusted, self.zone) = (by, trusted, zone)
  }
}

/// Simulates a power cut of the mock board, and the boot after it.
public struct RebootMock: Command {
  public static let name = "mock.restart"

  /// How long the power is off, as a duration.
  public var off: String
  /// The error of the clock afterwards, as for `SetMockClock`.
  public var by: String?
  /// `nil` to leave the trust unchanged, or to remove it if `by` is given.
  public var trusted: Bool?

  public init(off: String, by: String? = nil, trusted: Bool? = nil) {
    (self.off, self.by, self.trusted) = (off, by, trusted)
  }
}
