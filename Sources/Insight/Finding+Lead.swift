import AlarmClock

/// Which finding leads where one alone is told: none twice within a week.
extension Finding {
  /// The most actionable one that has not led since Monday; nil: there is none, or each has had its day.
  ///
  /// It follows from the history and the day alone, so that every look on a day shows the same one: which led on the days
  /// before is worked out from what the history was at the end of each.
  ///
  /// - Parameter findings: those of the present, the most actionable first.
  public static func lead(of findings: [Finding], in history: WakingHistory) -> Finding? {
    guard !findings.isEmpty else { return nil }
    var told: Set<Subject> = []
    for day in daysSinceMonday(before: history.today) {
      let lead = all(in: history.asItWas(atTheEndOf: day)).first { !told.contains(Subject($0)) }
      if let lead { told.insert(Subject(lead)) }
    }
    return findings.first { !told.contains(Subject($0)) }
  }

  /// What makes two findings the same, whatever the numbers in them.
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
