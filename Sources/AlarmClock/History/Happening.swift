/// An event besides rings that the history keeps, such as an outage or a bedtime check.
public struct Happening: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Codable, Sendable {
    /// The service was told to stop.
    case serviceStopped = "service_stopped"
    /// The service ended unasked while the machine kept running.
    case serviceDied = "service_died"
    case powerGone = "power_gone"
    /// An alarm rang while no camera could see a card.
    case noCamera = "no_camera"
    case bedtimePassed = "bedtime_passed"
    case bedtimeFailed = "bedtime_failed"
    case noise, timer
    /// The buzzer replaced a failed speaker during a ring.
    case buzzerStoodIn = "buzzer_stood_in"
    /// A card of this clock was shown to a ring that it does not end.
    case wrongCard = "wrong_card"
    /// The camera read the card on request, while nothing rang.
    case cardTested = "card_tested"

    public var words: String { rawValue.replacing("_", with: " ") }
  }

  public var kind: Kind
  /// If nobody saw it begin, the last moment known to be before it.
  public var began: Instant
  public var ended: Instant
  /// The name of the noise, timer or card. For a bedtime test, the card that it read.
  public var label: String?

  public init(_ kind: Kind, began: Instant, ended: Instant, label: String? = nil) {
    self.kind = kind
    self.began = began
    self.ended = ended
    self.label = label
  }

  /// The events that keep an alarm from ringing, or from being ended.
  public static let interruptions: [Kind] = [.serviceStopped, .serviceDied, .powerGone, .noCamera]
  /// The events that name a card that the camera read.
  public static let cardReadings: [Kind] = [.cardTested, .bedtimePassed, .bedtimeFailed, .wrongCard]
  /// The events that measures use in addition to rings: all but those of mere use.
  public static let telling = Kind.allCases.filter { $0 != .noise && $0 != .timer }
}
