import AlarmClock
import Storage

/// News in sentences that are heard once: no signs, no commands.
enum SpokenNews {
  /// - Parameters:
  ///   - misses: what nobody has acknowledged, the latest first.
  ///   - label: of what was missed last, which may not be stored, as on a disk that is full.
  static func missed(
    _ misses: [Store.Miss], last label: String, in zone: ZoneRules, _ format: Settings.TimeFormat
  ) -> [String] {
    guard let last = misses.first else { return ["An alarm was missed\(label.isEmpty ? "" : ": \(label)")."] }
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
    // Without the signs around what is to be typed.
    let problem = problems.first.map { "\($0.replacing("`", with: ""))." }
    let more = problems.count > 1 ? ["And \(problems.count - 1) more."] : []
    guard let next else {
      return ["No alarm is going to ring."] + (problem.map { ["Something is wrong. \($0)"] } ?? []) + more
    }
    let label = next.alarm.label
    let ring = "\(label.isEmpty ? "An alarm" : label) rings \(moment(next.occurrence.due, in: zone, format))."
    return problem.map { [ring, "It is at risk. \($0)"] + more } ?? ["All is ready for the night.", ring]
  }

  /// What the house had the clock do: whoever has skipped an alarm from the sofa hears of it before the night.
  ///
  /// - Parameter changes: the latest last. Of more than two the others are counted.
  static func changed(
    _ changes: [(time: Instant, words: String)], in zone: ZoneRules, _ format: Settings.TimeFormat
  ) -> [String] {
    let told = changes.suffix(2).map { "\($0.words), \(moment($0.time, in: zone, format))." }
    let more = changes.count - told.count
    return told + (more > 0 ? ["And \(more) more by the house."] : [])
  }

  /// `on Monday at 7:15`.
  private static func moment(_ instant: Instant, in zone: ZoneRules, _ format: Settings.TimeFormat) -> String {
    let local = zone.local(instant)
    return "on \(local.date.weekday.name) at \(SpokenTime.words(for: local.time, format))"
  }
}
