import AlarmClock
import Charts
import Insight

enum ScoreText {
  /// Returns a line per score, with its last seven days.
  static func lines(_ dashboard: Dashboard, _ style: Style) -> [String] {
    ScoreKind.allCases.map { kind in
      let days = dashboard.scores.map { kind.score($0)?.points }
      guard let score = kind.score(dashboard.today) else {
        let missing = missing(kind, dashboard.today)
        return style.isPlain ? "\(kind.name): \(missing)." : "  \(kind.name.padded(to: 10))   -  \(missing)"
      }
      if style.isPlain {
        let told = days.map { $0.map(String.init) ?? "none" }.joined(separator: ", ")
        return "\(kind.name): \(score.points), \(score.word.rawValue). The last seven days: \(told)."
      }
      return "  \(kind.name.padded(to: 10)) \(String(score.points).padded(to: 3, isRight: true))  "
        + colour(score.word, style).padded(to: 16, width: style.width) + " "
        + Sparkline.blocks(days.map { $0.map(Double.init) }, in: 0...100)
    }
  }

  /// Example: `2 more days are needed`.
  static func missing(_ kind: ScoreKind, _ scores: DayScores) -> String {
    let days = kind.missingDays(scores)
    return days == 1 ? "1 more day is needed" : "\(days) more days are needed"
  }

  private static func colour(_ word: Score.Word, _ style: Style) -> String {
    switch word {
    case .excellent: style.green(word.rawValue)
    case .needsAttention: style.yellow(word.rawValue)
    case .priority: style.red(word.rawValue)
    }
  }

  // MARK: Explanation

  static func explanation(_ scores: DayScores, _ style: Style) -> [String] {
    [waking(scores), rhythm(scores), readiness(scores), overall(scores)].map { style.wrapped($0) }
  }

  private static func waking(_ scores: DayScores) -> String {
    let rule =
      "Waking: a card within 1 min of the due time is 100, after 15 min 0, in proportion between; a missed ring is 0."
    guard let waking = scores.waking else { return rule }
    let marks = waking.marks.map(String.init).joined(separator: " + ")
    return "\(rule) (\(marks)) / \(waking.marks.count) = \(waking.score.points)."
  }

  private static func rhythm(_ scores: DayScores) -> String {
    let rule =
      "Rhythm: 100 if you get up at the same time each day, 0 if you are 90 min off your usual time on average."
    guard let rhythm = scores.rhythm else { return rule }
    let times = rhythm.wakeMinutes.map(clock).joined(separator: ", ")
    let days = rhythm.wakeMinutes.count
    return "\(rule) Usual: \(clock(rhythm.usual)). The times \(times) are \(rhythm.distance) min off in total: "
      + "100 × (\(90 * days) - \(rhythm.distance)) / \(90 * days) = \(rhythm.score.points)."
  }

  private static func readiness(_ scores: DayScores) -> String {
    let rule = "Readiness: four parts of 25."
    guard let readiness = scores.readiness else { return rule }
    let trusted = readiness.rings + readiness.untrustedRings
    let devices =
      readiness.hasProblem
      ? "the clock knows of a problem now: `rouse doctor`"
      : "\(readiness.rings - readiness.quitRings) of \(Table.count(readiness.rings, "ring")) without an interruption"
    return "\(rule) Tested before the night on \(readiness.testedDays) of \(scores.days) days: \(readiness.tested). "
      + "Certain of the time in \(readiness.rings) of \(Table.count(trusted, "ring")): \(readiness.trusted). "
      + "A spare card: \(readiness.spareCard). Devices (\(devices)): \(readiness.devices). "
      + "Sum: \(readiness.score.points)."
  }

  private static func overall(_ scores: DayScores) -> String {
    let parts = [scores.waking?.score, scores.rhythm?.score, scores.readiness?.score].compactMap(\.self)
    guard let overall = scores.overall else { return "All three: the mean of the available scores." }
    return "All three: (\(parts.map { "\($0.points)" }.joined(separator: " + "))) / \(parts.count) = \(overall.points)."
  }

  private static func clock(_ minute: Int) -> String {
    TimePhrase.clocks(in: LocalTime.midnight.adding(minutes: minute).toTheMinute)
  }
}
