/// What the display shows while nothing rings. How brightly is another matter.
public struct FaceSettings: Hashable, Sendable {
  public var mode = Mode.normal
  public var leadingZero = LeadingZero.auto
  /// What fades and moves: off, the face changes at once.
  public var moves = true

  /// By day, and by night too where a value of the night is not set.
  public var turns: [FaceTurn] = []
  public var showsSeconds = false
  public var colon = Colon.steady
  /// In the order of `FaceMark.allCases`.
  public var marks = FaceMark.allCases
  /// nil: as by day.
  public var nightTurns: [FaceTurn]?
  public var nightSeconds: Bool?
  public var nightColon: Colon?
  public var nightMarks: [FaceMark]?
  public var nightTimeFormat: Settings.TimeFormat?
  public var nightLeadingZero: LeadingZero?
  public var nightDateFormat: DateFormat?
  public var theme = ThemeChoice.day

  /// For how long each turn is shown, in whole seconds.
  public var turnFor: Duration = .seconds(4)
  /// For how long the time is shown between the turns, in whole seconds.
  public var timeFor: Duration = .seconds(20)
  public var dateFormat = DateFormat.dayMonth
  public var temperatureUnit = TemperatureUnit.celsius
  /// Names of the time zone database, `mostZones` at most.
  public var zones: [String] = []

  public static let mostZones = 3
  /// The hours of the theme `light` while no sensor answers: 22:00 to 07:00.
  public static let usualNight = (
    from: LocalTime(secondsOfDay: 22 * 3600), to: LocalTime(secondsOfDay: 7 * 3600)
  )

  public init() {}

  /// What the display shows at all.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    case normal
    /// The time alone, with nothing by turns.
    case clock
    /// Dark but for messages.
    case message
    case off
  }

  public enum LeadingZero: String, CaseIterable, Hashable, Sendable {
    /// `07:30`, and ` 7:30` on twelve hours.
    case auto
    case on
    case off
  }

  public enum Colon: String, CaseIterable, Hashable, Sendable { case steady, blink, off }

  public enum DateFormat: String, CaseIterable, Hashable, Sendable {
    /// `22.11`
    case dayMonth = "day-month"
    /// `11-22`
    case monthDay = "month-day"
  }

  public enum TemperatureUnit: String, CaseIterable, Hashable, Sendable {
    case celsius = "c"
    case fahrenheit = "f"
  }

  /// Who says whether it is day or night.
  public enum ThemeChoice: Hashable, Sendable {
    case day, night
    /// Night while the room is dark.
    case light
    /// Night from one time of day to another, over midnight where the second is the earlier one.
    case hours(from: LocalTime, to: LocalTime)
    /// The same, where one of them, or both, go by the sun.
    case sun(from: BrightnessSchedule.Point.Moment, to: BrightnessSchedule.Point.Moment)
  }

  /// What is shown by day, or by night.
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

extension Settings {
  public func theme(isNight: Bool) -> FaceSettings.Theme {
    let theme = FaceSettings.Theme(
      turns: face.turns, showsSeconds: face.showsSeconds, colon: face.colon, marks: face.marks, timeFormat: timeFormat,
      leadingZero: face.leadingZero, dateFormat: face.dateFormat)
    guard isNight else { return theme }
    return FaceSettings.Theme(
      turns: face.nightTurns ?? theme.turns, showsSeconds: face.nightSeconds ?? theme.showsSeconds,
      colon: face.nightColon ?? theme.colon, marks: face.nightMarks ?? theme.marks,
      timeFormat: face.nightTimeFormat ?? theme.timeFormat, leadingZero: face.nightLeadingZero ?? theme.leadingZero,
      dateFormat: face.nightDateFormat ?? theme.dateFormat)
  }
}

/// What comes by turns with the time.
public enum FaceTurn: String, CaseIterable, Hashable, Sendable {
  case date
  /// The next alarm, where one comes within 24 hours.
  case alarm
  case temperature
  case humidity
  case zones
}

/// What a dot beside the time says.
public enum FaceMark: String, CaseIterable, Hashable, Sendable {
  /// The afternoon, on twelve hours.
  case pm
  /// The supply's voltage is too low.
  case power
  /// An alarm rings within twelve hours.
  case alarm
  /// The time cannot be believed.
  case clock
  case miss
}
