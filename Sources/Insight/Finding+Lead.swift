import AlarmClock

extension Finding {
  /// Returns the most actionable finding that has not led since Monday; `nil` if there is none, or if each has led.
  /// Depends only on the history and the day, so that it stays the same all day: the leads of earlier days are computed
  /// again, from the history at the end of each. `findings` are the current ones, the most actionable first.
  public static func lead(of findings: [Finding], in history: WakingHistory) -> Finding? {
    guard !findings.isEmpty else { return nil }
    var led: Set<[String]> = []
    let today = history.today
    for before in stride(from: today.weekday.rawValue - Weekday.monday.rawValue, to: 0, by: -1) {
      let findings = all(in: WakingHistory(history, atTheEndOf: today.adding(days: -before)))
      if let lead = findings.first(where: { !led.contains($0.identity) }) { led.insert(lead.identity) }
    }
    return findings.first { !led.contains($0.identity) }
  }

  /// Identifies a finding regardless of its numbers.
  private var identity: [String] { [rule.rawValue, subject] }
}
