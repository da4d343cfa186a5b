import AlarmClock
import Control

/// Whether the next ring can be counted on, in one line.
enum VerdictText {
  /// What rings now, then the verdict.
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
      return "Nothing is set." + (verdict.firstStep.map { " First: `\($0)`" } ?? "")
    }
    let name = next.label.isEmpty ? next.alarmId : Terminal.printable(next.label)
    let ring = "Next: \(name) rings \(TimePhrase.soon(next)), in \(TimePhrase.span(next.inSeconds))."
    let change = verdict.clockChange.map { " " + sentence($0) } ?? ""
    return "\(ring) \(state(verdict, now: status.clock.now, style))\(change)"
  }

  private static func state(_ verdict: VerdictView, now: String, _ style: Style) -> String {
    if let first = verdict.problems.first {
      let more = verdict.problems.count > 1 ? " And \(verdict.problems.count - 1) more: `rouse doctor`." : ""
      return style.red("AT RISK: ") + Terminal.printable(named(first)) + "."
        + (first.fix.map { " Mend it: \(Terminal.printable($0))." } ?? "") + more
    }
    let test = verdict.tested.map { "tested \(TimePhrase.past($0, now: now))" } ?? "not tested: `rouse test bedtime`"
    let warnings = (verdict.lowVolume ?? []).map {
      " " + style.yellow("Warning:") + " volume \(Terminal.printable($0.what))."
    }
    return style.green("Ready") + " (\(test))." + warnings.joined()
  }

  /// `speaker: opening it failed: EBUSY`, whether it names itself or not.
  static func named(_ problem: FindingView) -> String {
    problem.what.hasPrefix(problem.check + ":") ? problem.what : "\(problem.check): \(problem.what)"
  }

  /// `The clocks go forward by 1h, to 03:00 on Sun 2026-03-29.`
  private static func sentence(_ change: ClockChangeView) -> String {
    let way = change.seconds < 0 ? "back" : "forward"
    let parts = TimePhrase.stamp(change.at).split(separator: " ")
    let moment = parts.count == 3 ? "\(parts[2]) on \(parts[0]) \(parts[1])" : Terminal.printable(change.at)
    return "The clocks go \(way) by \(DurationText.format(.seconds(abs(change.seconds)))), to \(moment)."
  }
}
