/// An alarm as the user set it. Unset values are inherited from `Settings`.
public struct Alarm: Hashable, Sendable, Identifiable {
  /// Six letters and digits, never reused.
  public var id: String
  /// Up to 100 characters without control characters; may be empty.
  public var label = ""
  public var recurrence: Recurrence
  public var isEnabled = true
  public var skippedKey: Occurrence.Key?
  public var days = AlarmDays()
  public var overrides = RingOverrides()
  /// The ids of the cards that end its rings; empty for every enrolled card.
  public var cards: [String] = []
}

extension Alarm {
  public init(id: String, recurrence: Recurrence) {
    self.init(id: id, label: "", recurrence: recurrence)
  }

  /// The label with the id, such as `Work (k3f9xa)`, or the id alone if there is no label.
  public var name: String { label.isEmpty ? id : "\(label) (\(id))" }

  public func isAnswered(by card: Card) -> Bool { card.ends(ringOf: cards) }

  /// Returns the next occurrence as `Recurrence.next` does, with the alarm's moved dates applied.
  public func next(
    after instant: Instant, in zone: ZoneRules, excluding excluded: Set<Occurrence.Key> = []
  ) -> Occurrence? {
    recurrence.next(after: instant, in: zone, excluding: excluded, moved: days.moved)
  }

  /// Returns a repeating alarm's date and time on a date, moved or not, or `nil` if it is not due then.
  public func occurrence(on date: LocalDate) -> LocalDateTime? {
    recurrence.rule?.time(on: date).map { LocalDateTime(date: date, time: days.moved[date] ?? $0) }
  }

  /// Whether the alarm still has this occurrence. An occurrence that has since been moved has another key.
  func has(_ key: Occurrence.Key) -> Bool {
    guard !recurrence.isOneOff, case .local(let local) = key else { return true }
    return occurrence(on: local.date) == local
  }

  /// In characters.
  public static let longestLabel = 100
  /// In bytes. A separate limit, because one character can have any number of combining marks.
  static let longestLabelInBytes = 8 * longestLabel
}

/// The strength of an alarm's vibration.
public enum Vibration: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  case off, light, medium, strong

  public static func < (left: Vibration, right: Vibration) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
