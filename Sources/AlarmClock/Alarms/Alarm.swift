/// An alarm as people set it. What it leaves unset it inherits from `Settings`.
public struct Alarm: Hashable, Sendable, Identifiable {
  /// Six letters and digits, unique for ever.
  public var id: String
  /// Up to 100 characters without control characters; may be empty.
  public var label: String
  public var recurrence: Recurrence
  public var isEnabled: Bool
  /// The occurrence that is to pass without a ring.
  public var skippedKey: Occurrence.Key?
  public var overrides: RingOverrides
  /// The ids of the cards that answer it; empty: every enrolled card does.
  public var cards: [String]

  public init(
    id: String, label: String = "", recurrence: Recurrence, isEnabled: Bool = true, skippedKey: Occurrence.Key? = nil,
    overrides: RingOverrides = RingOverrides(), cards: [String] = []
  ) {
    self.id = id
    self.label = label
    self.recurrence = recurrence
    self.isEnabled = isEnabled
    self.skippedKey = skippedKey
    self.overrides = overrides
    self.cards = cards
  }

  /// Whether a card is one of those that answer this alarm.
  public func isAnswered(by card: Card) -> Bool { card.ends(ringOf: cards) }

  /// Whether this occurrence passes without a ring: it is the one that is skipped, or a pause is longer.
  public func isSkipped(_ occurrence: Occurrence, pausedUntil: LocalDate?) -> Bool {
    skippedKey == occurrence.key || recurrence.isPaused(occurrence, until: pausedUntil)
  }

  /// The longest label, in characters.
  public static let longestLabel = 100
}

/// How strongly an alarm shakes.
public enum Vibration: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  case off, light, medium, strong

  public static func < (left: Vibration, right: Vibration) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .off: 0
    case .light: 1
    case .medium: 2
    case .strong: 3
    }
  }
}

/// What an alarm sets for itself; nil: inherited from the global default. The ranges are those of `Settings`.
public struct RingOverrides: Hashable, Sendable {
  /// A sound's id.
  public var sound: String?
  public var volume: Int?
  public var fadeIn: Duration?
  public var vibration: Vibration?
  public var vibrationPattern: VibrationPattern?
  public var preAlarm: Duration?
  /// The buzzer cannot be taken away.
  public var buzzerAfter: Duration?
  public var silenceAfter: Duration?
  public var catchUp: Duration?
  public var snoozes: Int?
  public var snoozeTime: Duration?
  public var wakeCheck: Duration?
  public var cancelLock: Duration?
  public var softens: Bool?
  public var speaks: Bool?

  public init(
    sound: String? = nil, volume: Int? = nil, fadeIn: Duration? = nil, vibration: Vibration? = nil,
    vibrationPattern: VibrationPattern? = nil,
    preAlarm: Duration? = nil, buzzerAfter: Duration? = nil, silenceAfter: Duration? = nil, catchUp: Duration? = nil,
    snoozes: Int? = nil, snoozeTime: Duration? = nil, wakeCheck: Duration? = nil, cancelLock: Duration? = nil,
    softens: Bool? = nil, speaks: Bool? = nil
  ) {
    self.sound = sound
    self.volume = volume
    self.fadeIn = fadeIn
    self.vibration = vibration
    self.vibrationPattern = vibrationPattern
    self.preAlarm = preAlarm
    self.buzzerAfter = buzzerAfter
    self.silenceAfter = silenceAfter
    self.catchUp = catchUp
    self.snoozes = snoozes
    self.snoozeTime = snoozeTime
    self.wakeCheck = wakeCheck
    self.cancelLock = cancelLock
    self.softens = softens
    self.speaks = speaks
  }
}
