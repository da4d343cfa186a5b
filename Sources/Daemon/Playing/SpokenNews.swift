import AlarmClock
import Storage

/// News in sentences that are heard once: no signs, no commands.
enum SpokenNews {
  /// Of what nobody has acknowledged, the latest first; nothing where there is none.
  static func missed(_ misses: [Store.Miss], in zone: ZoneRules, _ format: Settings.TimeFormat) -> [String] {
    guard let last = misses.first else { return [] }
    let moment = moment(last.due, in: zone, format)
    let label = last.label.isEmpty ? "" : "\(last.label), "
    return [
      misses.count == 1
        ? "An alarm was missed: \(label)\(moment)." : "\(misses.count) alarms were missed, the last \(moment)."
    ]
  }

  static let untrusted = "The clock may be wrong. Alarms may ring at the wrong time."

  /// What the test before the night has found.
  ///
  /// - Parameter problems: what could make an alarm fail, what matters most first.
  static func tested(
    problems: [String], next: AlarmBook.NextRing?, in zone: ZoneRules, _ format: Settings.TimeFormat
  ) -> [String] {
    let ring =
      next.map { next in
        let label = next.alarm.label
        return "\(label.isEmpty ? "An alarm" : label) rings \(moment(next.occurrence.due, in: zone, format))."
      } ?? "No alarm is going to ring."
    guard let first = problems.first else { return ["All is ready for the night.", ring] }
    let more = problems.count > 1 ? ["And \(problems.count - 1) more."] : []
    // Without the signs around what is to be typed.
    return [ring, "It is at risk. \(first.replacing("`", with: ""))."] + more
  }

  /// `on Monday at 7:15`.
  private static func moment(_ instant: Instant, in zone: ZoneRules, _ format: Settings.TimeFormat) -> String {
    let local = zone.local(instant)
    return "on \(local.date.weekday.name) at \(SpokenTime.words(for: local.time, format))"
  }
}
