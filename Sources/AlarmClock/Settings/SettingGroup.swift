/// Settings that users look for together, at most eight.
public enum SettingGroup: String, CaseIterable, Sendable {
  case sound, vibration, ring, timer, display, turns, night, light, rest, clock

  public var title: String {
    switch self {
    case .sound: "How alarms sound"
    case .vibration: "Vibration and light"
    case .ring: "How a ring runs and ends"
    case .timer: "Timers"
    case .display: "What the display shows"
    case .turns: "What alternates with the time"
    case .night: "The display at night"
    case .rest: "Quiet, days off, bedtime and reminders"
    case .light: "How bright the display is"
    case .clock: "The clock itself"
    }
  }

  /// Whether the group is about the look of the display, which no alarm depends on.
  public var isOfTheFace: Bool { [.display, .turns, .night, .light].contains(self) }

  public var keys: [SettingKey] { SettingKey.allCases.filter { $0.group == self } }
}
