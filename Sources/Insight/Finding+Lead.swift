import AlarmClock

/// Selects the finding to show alone, without repeating one within a week.
extension Finding {
  /// Returns the most actionable finding that has not led since Monday; `nil` if there is none, or if each has led.
  ///
  /// It depends only on the history and the day, so that it stays the same all day. The leads of earlier days are
  /// computed again, from the history as it was at the end of each.
  ///
  /// - Parameter findings: the current ones, the most actionable first.
  public static func lead(of findings: [Finding], in history: WakingHistory) -> Finding? {
    guard !findings.isEmpty else { return nil }
    var told: Set<Subject> = []
    for day in daysSinceMonday(before: history.today) {
      let lead = all(in: WakingHistory(history, atTheEndOf: day)).first { !told.contains(Subject($0)) }
      if let lead { told.insert(Subject(lead)) }
    }
    return findings.first { !told.contains(Subject($0)) }
  }

  /// Identifies a finding regardless of its numbers.
  private struct Subject: Hashable {
    let rule: Rule
    let subject: String

    init(_ finding: Finding) { (rule, subject) = (finding.rule, finding.subject) }
  }

  private static func daysSinceMonday(before today: LocalDate) -> [LocalDate] {
    let days = (1...6).map { today.adding(days: -$0) }
    return today.weekday == .monday
      ? [] : Array(days.prefix((days.firstIndex { $0.weekday == .monday } ?? 0) + 1)).reversed()
  }
}
