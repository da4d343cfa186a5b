import AlarmClock
import Control

/// What a change has made of what there was, and what rings next, in words.
enum ChangeText {
  /// `wake-check off → 10m, volume 60 → 80 (default).`
  static func sentence(_ changes: [ValueChange]) -> String {
    changes.isEmpty ? "It was so already." : changes.map(words).joined(separator: ", ") + "."
  }

  private static func words(_ change: ValueChange) -> String {
    // What people call an alarm, or a card, stays as they wrote it.
    let show = ["label", "cards"].contains(change.name) ? { $0 } : TimePhrase.clocks
    return change.text { Terminal.printable(show($0)) }
  }

  /// `Next: Work (k3f9xa) rings Sun 2026-11-22 07:30 (in 9 h 12 min).`
  static func next(_ next: OccurrenceView?) -> String {
    guard let next else { return "Next: no alarm is going to ring." }
    return
      "Next: \(StatusText.name(next.label, next.alarmId)) rings \(TimePhrase.when(next))\(AlarmText.special(next.special))."
  }

  /// What was changed of an alarm, what has become of it, and what rings next.
  static func whole(_ saved: AlarmSaved) -> String {
    ([sentence(saved.changes)] + lines(saved)).joined(separator: "\n")
  }

  /// What has become of an alarm, and what rings next.
  static func lines(_ saved: AlarmSaved) -> [String] {
    [AlarmText.sentence(saved.alarm)] + (saved.alarm.next == nil ? [next(saved.next)] : [])
  }
}
