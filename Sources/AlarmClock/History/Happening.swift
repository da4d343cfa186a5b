/// Something beside rings that the history keeps: what kept the clock from ringing, and what went before the night.
public struct Happening: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It was told to stop.
    case serviceStopped = "service_stopped"
    /// It ended without having been told to, and the machine went on.
    case serviceDied = "service_died"
    case powerGone = "power_gone"
    /// While an alarm rang no camera could see a card.
    case noCamera = "no_camera"
    case bedtimePassed = "bedtime_passed"
    case bedtimeFailed = "bedtime_failed"
    case noise, timer
    /// In a ring whose speaker failed.
    case buzzerStoodIn = "buzzer_stood_in"
    /// A card of this clock was shown to a ring that it does not end.
    case wrongCard = "wrong_card"
    /// The camera read it while nothing rang, as somebody had asked for.
    case cardTested = "card_tested"

    /// `no camera`
    public var words: String { rawValue.replacing("_", with: " ") }
  }

  public var kind: Kind
  /// Of what nobody saw begin, the last moment before it.
  public var began: Instant
  public var ended: Instant
  /// Of what: the noise, the timer, the card. Of a test before the night: the card that it read.
  public var label: String?

  public init(_ kind: Kind, began: Instant, ended: Instant, label: String? = nil) {
    self.kind = kind
    self.began = began
    self.ended = ended
    self.label = label
  }

  /// Those that keep an alarm from ringing, or from being ended.
  public static let interruptions: [Kind] = [.serviceStopped, .serviceDied, .powerGone, .noCamera]
  /// Those that name a card which the camera read.
  public static let cardReadings: [Kind] = [.cardTested, .bedtimePassed, .bedtimeFailed, .wrongCard]
  /// Those that measures beside rings are made of: all but what people merely used.
  public static let telling = Kind.allCases.filter { $0 != .noise && $0 != .timer }
}
