import AlarmClock

/// A word that the clock itself shows. Messages must not look like one.
public enum DisplayWord: String, CaseIterable, Sendable {
  case card = "CArd"
  case end = "End"
  /// A snooze, followed by the minutes left.
  case snooze = "Sn"
  /// Followed by the time of the next alarm.
  case nextAlarm = "AL"
  /// A result of the test at bedtime, like `notReady`.
  case ready = "good"
  case notReady = "FAIL"
  /// The speaker's volume was turned down while an alarm plays.
  case turnedDown = "Snd0"

  /// The cases, and the hints for the person holding a card.
  public static let all =
    allCases.map(\.rawValue) + ReadingHint.allCases.flatMap { [$0.word, $0.sevenSegmentWord].compactMap(\.self) }
}
