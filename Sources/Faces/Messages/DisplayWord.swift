import AlarmClock

/// A word that the display says by itself: nobody's message may pass for it.
public enum DisplayWord: String, CaseIterable, Sendable {
  case card = "CArd"
  case end = "End"
  /// A snooze; the minutes that are left follow.
  case snooze = "Sn"
  /// The time of the next alarm follows.
  case nextAlarm = "AL"
  /// What the test before the night has found.
  case ready = "good"
  case notReady = "FAIL"
  /// Somebody has turned down the speaker while an alarm plays.
  case turnedDown = "Snd0"

  /// These, and the hints for whoever holds a card.
  public static let all =
    allCases.map(\.rawValue) + ReadingHint.allCases.flatMap { [$0.word, $0.sevenSegmentWord].compactMap(\.self) }
}
