/// A countdown with a chime at its end. A timer is not an alarm: its chime ends without a card.
public struct Timer: Hashable, Sendable, Identifiable {
  public enum Phase: Hashable, Sendable {
    case running(until: Deadline)
    case paused(left: Duration)
    /// It chimes or waits to chime, until it is stopped or has gone unnoticed for long enough.
    case ended(at: Deadline)
  }

  /// Six letters and digits, unique among the timers.
  public var id: String
  /// Up to 100 characters without control characters; may be empty.
  public var label: String
  /// The total time it was started for, within `lengths`.
  public var length: Duration
  public var preset: String?
  public var overrides: ChimeOverrides
  public var phase: Phase

  public init(
    id: String, label: String = "", length: Duration, preset: String? = nil,
    overrides: ChimeOverrides = ChimeOverrides(sound: nil), phase: Phase
  ) {
    self.id = id
    self.label = label
    self.length = length
    self.preset = preset
    self.overrides = overrides
    self.phase = phase
  }

  public static let lengths: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)
  /// The most timers, and the most presets.
  public static let most = 50

  public var name: String { label.isEmpty ? id : label }

  /// Returns the time left, negative once it has ended.
  public func left(at reading: ClockReading) -> Duration {
    switch phase {
    case .running(let deadline), .ended(let deadline): deadline.left(at: reading)
    case .paused(let left): left
    }
  }

  public var hasEnded: Bool { if case .ended = phase { true } else { false } }

  public static func length(_ text: String, field: String) throws(InvalidValue) -> Duration {
    try Form.span(lengths, "1s to 24h").parse(TypedValue(text, field: field))
  }
}

/// A named length and chime from which timers can be started.
public struct TimerPreset: Hashable, Sendable, Nameable {
  /// At most 100 characters, unique among the presets, and not readable as a duration.
  public var name: String
  public var length: Duration
  public var overrides: ChimeOverrides

  public init(name: String, length: Duration, overrides: ChimeOverrides = ChimeOverrides(sound: nil)) {
    self.name = name
    self.length = length
    self.overrides = overrides
  }

  public static func name(_ text: String, field: String) throws(InvalidValue) -> String {
    let name = try checkedName(text, field: field, mayBeEmpty: false)
    guard !DurationText.isDuration(name) else {
      throw TypedValue(text, field: field).refusal(
        "it would be read as a duration", "give it a name like `tea`")
    }
    return name
  }
}
