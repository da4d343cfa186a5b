import AlarmClock
import Control
import Insight
import PlainText

/// Text of the dashboard, which fits a screen of 80 by 24.
enum DashboardText {
  /// - Parameter rows: the rows of the screen.
  static func lines(_ dashboard: Dashboard, isDetailed: Bool, _ style: Style, rows: Int = .max) -> [String] {
    let measures = isDetailed ? ["", MeasuresText.listing(dashboard.month).rendered(style: style)] : []
    var head: [String] = []
    var lines: [String] = []
    for fit in DashboardFit.steps(isDetailed: isDetailed) {
      head = split(Self.head(dashboard, isDetailed, fit, style))
      lines = head + split(measures)
      if lines.count <= rows { return lines }
    }
    // The measures come last and may be cut. The commands stay visible even on the smallest screen.
    if head.count < rows { return lines.prefix(rows - 1) + ["More than fits: `rouse insight --detailed`"] }
    let next = min(rows, commands(dashboard, isDetailed: isDetailed).count)
    return head.prefix(rows - next) + head.suffix(next)
  }

  private static func split(_ lines: [String]) -> [String] {
    lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  private static func head(_ dashboard: Dashboard, _ isDetailed: Bool, _ fit: DashboardFit, _ style: Style) -> [String]
  {
    if dashboard.part == .night, !isDetailed { return night(dashboard, style) }
    let stamp = TimePhrase.stamp(dashboard.status.clock.now, .wholeMinutes)
    var lines = [style.wrapped("Good \(dashboard.part.rawValue). It is \(stamp).")]
    lines += lead(dashboard, style).map { style.wrapped($0) }
    let gap = fit.hasGaps ? [""] : []
    lines += gap + ScoreText.lines(dashboard, style) + gap
    return lines + [listing(dashboard, isDetailed, fit, style).rendered(style: style)]
  }

  /// Width of the longest key with its colon and space.
  private static let indent = "finding: ".count

  private static func listing(
    _ dashboard: Dashboard, _ isDetailed: Bool, _ fit: DashboardFit, _ style: Style
  ) -> Listing {
    var listing = Listing()
    let today = today(dashboard, atMost: fit.rings)
    listing.add(
      "today", fit.cutsRings ? today.map { DisplayWidth.cut($0, (style.columns ?? .max) - indent) } : today)
    let findings = isDetailed ? dashboard.findings : [dashboard.lead].compactMap(\.self)
    var shown = findings.prefix(fit.findings).map { Terminal.printable($0.text) }
    if shown.isEmpty { shown = [findings.isEmpty ? withoutFinding(dashboard) : "see `rouse insight --detailed`"] }
    listing.add("finding", shown)
    let commands = commands(dashboard, isDetailed: isDetailed)
    let width = commands.map(\.command.count).max() ?? 0
    let lines = commands.map { next in
      let command = style.isPlain ? next.command + ":" : next.command.padded(to: width + 1)
      return fit.explainsCommands ? "\(command) \(next.words)" : next.command
    }
    listing.add("next", lines)
    return listing
  }

  /// Shows only the next ring if nothing is wrong: at night, the user wants to sleep on.
  private static func night(_ dashboard: Dashboard, _ style: Style) -> [String] {
    let status = dashboard.status
    guard status.rings.isEmpty, status.verdict.problems.isEmpty, let next = status.next else {
      return VerdictText.lines(status, style).map { style.wrapped($0) }
    }
    return [style.wrapped(VerdictText.next(next))]
  }

  // MARK: Lead

  private static func lead(_ dashboard: Dashboard, _ style: Style) -> [String] {
    let verdict = VerdictText.lines(dashboard.status, style)
    switch dashboard.part {
    case .morning: return [waking(dashboard)].compactMap(\.self) + verdict
    case .afternoon, .night: return verdict
    case .evening: return verdict + [readiness(dashboard), bedtime(dashboard)].compactMap(\.self)
    }
  }

  /// Describes the last ring; example: `The card came 50 s after due, 20 s sooner than usual.`
  private static func waking(_ dashboard: Dashboard) -> String? {
    let rung = dashboard.rings.filter { $0.outcome != .skipped }
    guard let last = rung.last else { return nil }
    guard let time = last.timeToCard else {
      guard rung.contains(where: { $0.timeToCard != nil }) else { return "No card came this morning." }
      let due = TimePhrase.clock(RFC3339.format(last.record.due, in: dashboard.history.zone))
      return last.outcome == .missedUnrung
        ? "The alarm of \(due) could not ring." : "Nobody answered the alarm of \(due)."
    }
    let text = "The card came \(SpanText.format(milliseconds: time)) after due"
    guard let usual = dashboard.month.timeToCard, usual.count >= Trend.leastCount else { return text + "." }
    let difference = (time - usual.median) / 1000
    if abs(difference) < leastDifference { return text + ", as usual." }
    let span = SpanText.format(seconds: abs(difference))
    return "\(text), \(span) \(difference < 0 ? "sooner" : "later") than usual."
  }

  /// Seconds; a smaller difference counts as usual.
  private static let leastDifference: Int64 = 5

  /// Returns `nil` if the verdict already says it.
  private static func readiness(_ dashboard: Dashboard) -> String? {
    let isReady = dashboard.status.verdict.problems.isEmpty
    guard dashboard.status.next != nil, !isReady || dashboard.status.verdict.tested != nil else { return nil }
    let now = dashboard.status.clock.now
    guard let tested = dashboard.status.verdict.tested, let time = RFC3339.parse(tested),
      tested.prefix(10) == now.prefix(10),
      dashboard.history.zone.local(time).time.hour >= Dashboard.PartOfDay.eveningBegins
    else {
      return "Not tested this evening: `rouse test bedtime`."
    }
    return isReady ? nil : "Tested this evening, at \(TimePhrase.past(tested, now: now))."
  }

  /// Says when to go to bed; `nil` if no alarm rings within 18 hours.
  private static func bedtime(_ dashboard: Dashboard) -> String? {
    guard let next = dashboard.status.next, let due = RFC3339.parse(next.time) else { return nil }
    let left = Duration.seconds(next.inSeconds)
    guard left > .zero, left < .seconds(18 * 3600) else { return nil }
    let sleep = SpanText.format(seconds: min(left, dashboard.sleep).components.seconds / 60 * 60)
    let bed = RFC3339.format(due - dashboard.sleep, in: dashboard.history.zone)
    let when = left > dashboard.sleep ? "by \(TimePhrase.clock(bed, .wholeMinutes))" : "now"
    return "In bed \(when) you have \(sleep) until it rings."
  }

  // MARK: Today

  /// Returns a line for each of today's rings, or says why there is none.
  ///
  /// - Parameter most: shows only this many of the latest rings.
  static func today(_ dashboard: Dashboard, atMost most: Int = .max) -> [String] {
    let shown = dashboard.rings.suffix(most)
    var lines = shown.map { RingSentence.text($0, zone: dashboard.history.zone) }
    let more = dashboard.rings.count - shown.count
    if more > 0 { lines.append("and \(more) before them: `rouse history --since today`") }
    let untrusted = dashboard.history.untrusted.count { $0 == dashboard.history.today }
    if untrusted > 0 { lines.append(MeasuresText.uncounted(untrusted)) }
    let isRinging = !dashboard.status.rings.isEmpty
    return lines.isEmpty ? [isRinging ? "no ring is over yet" : "no ring yet"] : lines
  }

  /// Says why no finding is shown. It must not praise: a score may still need attention.
  static func withoutFinding(_ dashboard: Dashboard) -> String {
    if !dashboard.findings.isEmpty { return "nothing new this week; all findings: `rouse insight --detailed`" }
    guard dashboard.month.rung == 0 else { return "nothing stands out" }
    let rangToday = !dashboard.rings.isEmpty || !dashboard.status.rings.isEmpty
    return rangToday ? "none yet: too few rings count" : "none, as nothing rang in the last 30 days"
  }

  // MARK: Next commands

  private static func commands(_ dashboard: Dashboard, isDetailed: Bool) -> [(command: String, words: String)] {
    var commands = [
      ("rouse insight --detailed", "more findings, all measures"),
      ("rouse insight score --explain", "how the scores are calculated"),
      ("rouse history --since 7d", "each ring of the week"),
    ]
    if isDetailed { commands.removeFirst() }
    if let first = dashboard.status.verdict.firstStep { commands.insert((first, "to begin with"), at: 0) }
    return commands
  }
}

enum RingSentence {
  /// Example: `07:15 Work: bathroom after 50 s`, followed by notes.
  static func text(_ ring: MeasuredRing, zone: ZoneRules) -> String {
    let due = RFC3339.format(ring.record.due, in: zone)
    let name = ring.record.label.isEmpty ? "" : " \(Terminal.printable(ring.record.label))"
    return (["\(TimePhrase.clock(due))\(name): \(end(ring))"] + notes(ring)).joined(separator: ", ")
  }

  static func end(_ ring: MeasuredRing) -> String {
    switch ring.outcome {
    case .dismissed:
      let card = ring.record.card.map(Terminal.printable) ?? "a card"
      return "\(card) after \(SpanText.format(milliseconds: ring.timeToCard ?? 0))"
    case .missed: return "MISSED, nobody answered"
    case .missedUnrung: return "MISSED, it could not ring"
    case .skipped: return "skipped"
    }
  }

  static func notes(_ ring: MeasuredRing) -> [String] {
    var notes: [String] = []
    let record = ring.record
    if record.snoozes > 0 { notes.append(Table.count(record.snoozes, "snooze")) }
    if record.tally.wrongCodes > 0 { notes.append(Table.count(record.tally.wrongCodes, "wrong card")) }
    return notes + ring.quits.map(\.kind).distinct.map(\.words)
  }
}

enum MeasuresText {
  static func listing(_ measures: Measures) -> Listing {
    var listing = Listing()
    listing.add("days", "\(measures.range.lowerBound) to \(measures.range.upperBound), \(measures.days) with a ring")
    listing.add(
      "rings",
      "\(measures.dismissed) ended by a card, \(measures.missed + measures.missedUnrung) missed, "
        + "\(measures.skipped) skipped")
    if measures.missedUnrung > 0 { listing.add(continuing: "\(measures.missedUnrung) of the missed could not ring") }
    if measures.untrusted > 0 { listing.add(continuing: uncounted(measures.untrusted)) }
    listing.add("to the card", span(measures.timeToCard))
    listing.add("lateness", span(measures.lateness))
    listing.add(
      "before it",
      "\(Table.count(measures.snoozes, "snooze")), \(Table.count(measures.wrongCards, "wrong card")), "
        + "\(SpanText.format(seconds: Int64(measures.unread))) with a code that was not read")
    let checks = measures.wakeChecks
    listing.add("wake checks", checks == 0 ? "none" : "\(checks), \(max(0, checks - measures.failedWakeChecks)) passed")
    listing.add("forced quits", quits(measures))
    let tests = measures.bedtimeTests
    let passed = tests == 0 ? "" : ", \(measures.bedtimePassed) passed"
    listing.add("tests", "\(tests == 0 ? "none" : "\(tests)") before the night\(passed)")
    listing.add("sounds", "\(Table.count(measures.noises, "noise")), \(Table.count(measures.timers, "timer"))")
    return listing
  }

  static func uncounted(_ rings: Int) -> String {
    "\(Table.count(rings, "ring")) not counted: the clock's time was not certain"
  }

  private static func span(_ summary: Summary?) -> String {
    guard let summary else { return "nothing measured" }
    let texts = [summary.median, summary.mean, summary.least, summary.most].map(SpanText.format(milliseconds:))
    return "median \(texts[0]), mean \(texts[1]), \(texts[2]) to \(texts[3])"
  }

  private static func quits(_ measures: Measures) -> String {
    guard measures.rung > 0 else { return "no ring" }
    let rate = measures.quitRings * 100 / measures.rung
    let kinds = interruptions(measures)
    return "\(measures.quitRings) of \(Table.count(measures.rung, "ring")) (\(rate) %)"
      + (kinds.isEmpty ? "" : ": " + kinds) + "; \(measures.dismissed) of \(measures.rung) ended by a card"
  }

  /// Example: `power gone 2, no camera 1`.
  static func interruptions(_ measures: Measures) -> String {
    Happening.interruptions.compactMap { kind in
      measures.quits[kind].map { "\(kind.words) \($0)" }
    }.joined(separator: ", ")
  }
}
