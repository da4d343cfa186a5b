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
  public var days: AlarmDays
  public var overrides: RingOverrides
  /// The ids of the cards that answer it; empty: every enrolled card does.
  public var cards: [String]

  public init(
    id: String, label: String = "", recurrence: Recurrence, isEnabled: Bool = true, skippedKey: Occurrence.Key? = nil,
    days: AlarmDays = AlarmDays(), overrides: RingOverrides = RingOverrides(), cards: [String] = []
  ) {
    self.id = id
    self.label = label
    self.recurrence = recurrence
    self.isEnabled = isEnabled
    self.skippedKey = skippedKey
    self.days = days
    self.overrides = overrides
    self.cards = cards
  }

  /// As `Work (k3f9xa)`, or its id where it has no label.
  public var name: String { label.isEmpty ? id : "\(label) (\(id))" }

  /// Whether a card is one of those that answer this alarm.
  public func isAnswered(by card: Card) -> Bool { card.ends(ringOf: cards) }

  /// As `Recurrence.next`, with what was moved of this alarm.
  public func next(
    after instant: Instant, in zone: ZoneRules, excluding excluded: Set<Occurrence.Key> = []
  ) -> Occurrence? {
    recurrence.next(after: instant, in: zone, excluding: excluded, moved: days.moved)
  }

  /// What a repeating alarm has on a date, moved or not; nil: nothing.
  public func occurrence(on date: LocalDate) -> LocalDateTime? {
    recurrence.rule?.time(on: date).map { LocalDateTime(date: date, time: days.moved[date] ?? $0) }
  }

  /// Whether it still has this occurrence: one that was moved since is another.
  func has(_ key: Occurrence.Key) -> Bool {
    guard !recurrence.isOneOff, case .local(let local) = key else { return true }
    return occurrence(on: local.date) == local
  }

  /// The longest label, in characters.
  public static let longestLabel = 100
  /// The same in bytes: one character can carry any number of combining marks.
  static let longestLabelInBytes = 8 * longestLabel
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
