import AlarmClock
import Control

enum VerdictText {
  static func lines(_ status: StatusView, _ style: Style) -> [String] {
    let rings = status.rings.map { ring in
      let what = ring.state == .ringing ? "RINGING: " : "NOT OVER: "
      return style.red(what) + StatusText.name(ring.label, ring.alarmId) + ", due \(TimePhrase.clock(ring.due))"
    }
    return rings + [verdict(status, style)]
  }

  private static func verdict(_ status: StatusView, _ style: Style) -> String {
    let verdict = status.verdict
    guard let next = status.next else {
      guard status.rings.isEmpty else { return "No other ring is set." }
      return "Nothing is set." + (verdict.firstStep.map { " First: `\($0)`" } ?? "")
    }
    let change = verdict.clockChange.map { " " + sentence($0) } ?? ""
    return "\(self.next(next)) \(state(status, style))\(change)"
  }

  static func next(_ ring: OccurrenceView) -> String {
    let name = ring.label.isEmpty ? ring.alarmId : Terminal.printable(ring.label)
    return "Next: \(name) rings \(TimePhrase.soon(ring)), in \(TimePhrase.span(ring.inSeconds))."
  }

  private static func state(_ status: StatusView, _ style: Style) -> String {
    let verdict = status.verdict
    if let first = verdict.problems.first {
      let more = verdict.problems.count > 1 ? " And \(verdict.problems.count - 1) more: `rouse doctor`." : ""
      return style.red("AT RISK: ") + closed(named(first)) + (first.fix.map { " Fix: \(closed($0))" } ?? "") + more
    }
    // The automatic test in the evening does not look for a card.
    let card = status.bedtime.map { $0.time == verdict.tested && $0.card == nil } ?? false ? ", without a card" : ""
    let test =
      verdict.tested.map { "tested \(TimePhrase.past($0, now: status.clock.now))\(card)" }
      ?? "not tested: `rouse test bedtime`"
    var warnings = (verdict.lowVolume ?? []).map { "volume \(Terminal.printable($0.what))" }
    if !status.clock.trusted { warnings.append("the time is not trusted: \(Terminal.printable(status.clock.why))") }
    return style.green("Ready") + " (\(test))."
      + warnings.map { " " + style.yellow("Warning:") + " " + closed($0) }.joined()
  }

  /// Returns the sentence with exactly one period at its end.
  private static func closed(_ sentence: String) -> String {
    let text = Terminal.printable(sentence)
    return text.hasSuffix(".") ? text : text + "."
  }

  /// Example: `speaker: opening it failed: EBUSY`, with the name of the check only once.
  static func named(_ problem: FindingView) -> String {
    problem.what.hasPrefix(problem.check + ":") ? problem.what : "\(problem.check): \(problem.what)"
  }

  /// Example: `The clocks go forward by 1h, to 03:00 on Sun 2026-03-29.`
  private static func sentence(_ change: ClockChangeView) -> String {
    let way = change.seconds < 0 ? "back" : "forward"
    let parts = TimePhrase.stamp(change.at).split(separator: " ")
    let moment = parts.count == 3 ? "\(parts[2]) on \(parts[0]) \(parts[1])" : Terminal.printable(change.at)
    return "The clocks go \(way) by \(DurationText.format(.seconds(abs(change.seconds)))), to \(moment)."
  }
}
