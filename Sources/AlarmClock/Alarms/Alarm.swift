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

  /// Whether it has a future ring, or would have if enabled. A one-off that has begun to ring has none.
  public func canStillRing(at now: Instant, in zone: ZoneRules) -> Bool { passed(by: now, in: zone) == nil }

  /// Returns a text such as `Mon-Fri 07:30` or `2026-12-24 07:30`.
  public func words(at now: Instant, in zone: ZoneRules) -> String {
    switch recurrence {
    case .once(let local): "\(local.date) \(local.time)"
    case .instant(let due): "\(zone.local(due).date) \(zone.local(due).time)"
    default: recurrence.rule?.words(on: zone.local(now).date) ?? ""
    }
  }

  /// Returns when its last ring was due, or `nil` if it is still to come or the alarm has no last ring.
  func passed(by now: Instant, in zone: ZoneRules) -> LocalDateTime? {
    switch recurrence {
    case .weekly: nil
    case .dated(let rule): next(after: now, in: zone) == nil ? rule.last.flatMap(occurrence(on:)) : nil
    case .instant(let due): due <= now ? zone.local(due) : nil
    case .once(let local): zone.resolve(local).instant <= now ? local : nil
    }
  }

  /// The longest accepted id, in characters. Generated ids have six.
  private static let longestID = 16

  /// Whether a text is a possible id of an alarm, card or timer: ASCII letters and digits.
  public static func isID(_ text: String) -> Bool {
    (1...longestID).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter }
  }

  /// Also removes the skip of an occurrence that has since been moved away and could be moved back.
  mutating func forgetSkip(on date: LocalDate) {
    if case .local(let local)? = skippedKey, local.date == date { skippedKey = nil }
  }

  /// Whether it differs from `other` only by ringing where that one does not.
  func onlyRingsMore(than other: Alarm) -> Bool {
    var other = other
    if isEnabled { other.isEnabled = true }
    if skippedKey == nil { other.skippedKey = nil }
    for (date, exception) in other.days.exceptions where exception == .skips && days.exceptions[date] == nil {
      other.days.exceptions[date] = nil
    }
    return self == other
  }
}

public enum Vibration: String, CaseIterable, Hashable, Sendable, Codable, Comparable, OwnableValue {
  case off, light, medium, strong

  public static func < (left: Vibration, right: Vibration) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
