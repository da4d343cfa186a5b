/// The content of the display while nothing rings, without its brightness.
public struct FaceSettings: Hashable, Sendable {
  public var mode = Mode.normal
  public var leadingZero = LeadingZero.auto
  /// Whether the face fades and texts move; otherwise it changes at once.
  public var moves = true

  /// Values for the day, and for the night if the corresponding night value is `nil`.
  public var turns: [FaceTurn] = []
  public var showsSeconds = false
  public var colon = Colon.steady
  /// In the order of `FaceMark.allCases`.
  public var marks = FaceMark.allCases
  /// Values for the night; `nil` for the same as by day.
  public var nightTurns: [FaceTurn]?
  public var nightSeconds: Bool?
  public var nightColon: Colon?
  public var nightMarks: [FaceMark]?
  public var nightTimeFormat: Settings.TimeFormat?
  public var nightLeadingZero: LeadingZero?
  public var nightDateFormat: DateFormat?
  public var theme = ThemeChoice.day

  /// How long each turn is shown, in whole seconds.
  public var turnFor: Duration = .seconds(4)
  /// How long the time is shown between turns, in whole seconds.
  public var timeFor: Duration = .seconds(20)
  public var dateFormat = DateFormat.dayMonth
  public var temperatureUnit = TemperatureUnit.celsius
  /// Names from the time zone database, at most `mostZones`.
  public var zones: [String] = []

  public static let mostZones = 3
  /// The night of the theme `light` while no sensor works: 22:00 to 07:00.
  public static let usualNight = (
    from: LocalTime(secondsOfDay: 22 * 3600), to: LocalTime(secondsOfDay: 7 * 3600)
  )

  /// How much the display shows.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    case normal
    /// Only the time, without turns.
    case clock
    /// Dark except for messages.
    case message
    case off
  }

  public enum LeadingZero: String, CaseIterable, Hashable, Sendable {
    /// `07:30`, but ` 7:30` in the 12-hour format.
    case auto
    case on
    case off
  }

  public enum Colon: String, CaseIterable, Hashable, Sendable { case steady, blink, off }

  public enum DateFormat: String, CaseIterable, Hashable, Sendable {
    /// For example `22.11`.
    case dayMonth = "day-month"
    /// For example `11-22`.
    case monthDay = "month-day"
  }

  public enum TemperatureUnit: String, CaseIterable, Hashable, Sendable {
    case celsius = "c"
    case fahrenheit = "f"
  }

  /// How day and night are told apart.
  public enum ThemeChoice: Hashable, Sendable {
    case day, night
    /// Night while the room is dark.
    case light
    /// Night between two times of day, past midnight if `to` is earlier than `from`.
    case hours(from: LocalTime, to: LocalTime)
    /// Night between two moments of which one or both depend on the sun.
    case sun(from: BrightnessSchedule.Point.Moment, to: BrightnessSchedule.Point.Moment)
  }

  /// The values in force by day or by night.
  public struct Theme: Hashable, Sendable {
    public var turns: [FaceTurn]
    public var showsSeconds: Bool
    public var colon: Colon
    public var marks: [FaceMark]
    public var timeFormat: Settings.TimeFormat
    public var leadingZero: LeadingZero
    public var dateFormat: DateFormat
  }
}

/// A text that alternates with the time.
public enum FaceTurn: String, CaseIterable, Hashable, Sendable {
  case date
  /// The next alarm within 24 hours.
  case alarm
  case temperature
  case humidity
  case zones
}

/// A dot beside the time.
public enum FaceMark: String, CaseIterable, Hashable, Sendable {
  /// The afternoon, in the 12-hour format.
  case pm
  /// The supply voltage is too low.
  case power
  /// An alarm rings within 12 hours.
  case alarm
  /// The time is not trusted.
  case clock
  case miss
}
