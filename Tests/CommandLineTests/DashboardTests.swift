import AlarmClock
import Insight
import Testing

@testable import Control
@testable import rouse

struct DashboardTests {
  /// Returns the dashboard of a Sunday after three weeks of workdays, at a time of day in UTC.
  static func dashboard(
    hour: String, days: Int = 21, next: Bool = true, tested: String = "18:00"
  ) throws(ControlError) -> Dashboard {
    var status = Sample.status(
      verdict: next ? VerdictView(state: .ready, tested: "2026-11-22T\(tested):00+00:00") : Sample.status().verdict,
      next: next ? Sample.occurrence() : nil)
    status.clock.now = "2026-11-22T\(hour):05+00:00"
    status.clock.zone = "UTC"
    let rings = Self.rings(days: days)
    let tests = [1, 2, 4, 6, 9].map { day in
      let time = "2026-11-\(22 - day)T2\(day % 3):00:00+00:00"
      return HappeningView(kind: "bedtime_passed", began: time, ended: time, label: nil)
    }
    var card = Sample.card
    card.enrolled = true
    return try Dashboard(
      status, [card], rings, tests + [HappeningView(kind: "of_later", began: "", ended: "", label: nil)],
      zone: .utc)
  }

  static func rings(days: Int) -> [HistoryView] { (0..<days).reversed().compactMap { ring(daysAgo: $0) } }

  /// Returns no ring on Saturdays and slower ones on Mondays; one was missed, one interrupted and one untrusted.
  private static func ring(daysAgo: Int) -> HistoryView? {
    guard daysAgo % 7 != 1, let day = LocalDate("2026-11-22")?.adding(days: -daysAgo) else { return nil }
    let due = "\(day)T06:15:00+00:00"
    let seconds = daysAgo % 7 == 6 ? 59 : 30 + daysAgo
    let isMissed = daysAgo == 9
    return HistoryView(
      alarmId: "k3f9xa", label: "Work", due: due, began: due,
      ended: isMissed ? "\(day)T07:15:00+00:00" : "\(day)T06:16:\(seconds)+00:00",
      outcome: isMissed ? .missed : .dismissed, card: isMissed ? nil : "bathroom", lateSeconds: 0,
      tookSeconds: 60 + seconds, snoozes: daysAgo % 4 == 0 ? 1 : 0, wrongCodes: daysAgo == 3 ? 2 : 0, unreadSeconds: 0,
      wakeChecks: 0, failedWakeChecks: 0, trusted: daysAgo != 12,
      interruptions: daysAgo == 5 ? [InterruptionView(kind: .noCamera, began: due, ended: due)] : [])
  }

  private static func lines(
    _ hour: String, days: Int = 21, next: Bool = true, tested: String = "18:00"
  ) throws -> [String] {
    lines(try dashboard(hour: hour, days: days, next: next, tested: tested))
  }

  /// - Parameters: The seconds until the next ring, and the text, which assumes that it is due at 07:30.
  @Test(arguments: [
    (33_120, "In bed by 22:30 you have 8 h until it rings."), (28_800, "In bed now you have 8 h until it rings."),
    (23_465, "In bed now you have 6 h 31 min until it rings."), (70_000, nil), (0, nil),
  ])
  func theEveningTellsWhenToGoToBed(seconds: Int, text: String?) throws {
    var status = Sample.status(verdict: VerdictView(state: .ready), next: Sample.occurrence(inSeconds: seconds))
    status.clock.now = "2026-11-22T19:00:00+00:00"
    let lines = Self.lines(try Dashboard(status, [], [], [], zone: .utc))
    #expect(lines.first { $0.hasPrefix("In bed") } == text)
  }

  @Test(arguments: [
    ("05:00", "morning"), ("11:59", "morning"), ("12:00", "afternoon"), ("17:59", "afternoon"), ("18:00", "evening"),
    ("21:59", "evening"),
  ])
  func theGreetingGoesByTheTimeOfDay(hour: String, greeting: String) throws {
    #expect(try Self.lines(hour).first == "Good \(greeting). It is Sun 2026-11-22 \(hour).")
  }

  @Test(arguments: ["22:00", "23:59", "00:00", "04:59"])
  func atNightNothingButTheNextAlarmIsSaid(hour: String) throws {
    #expect(try Self.lines(hour) == ["Next: Work rings Sun 07:30, in 9 h 12 min."])
  }

  @Test(arguments: ["05:00", "07:30", "12:00", "18:00", "22:00"])
  func itFitsOnAScreenOfOldTerminals(hour: String) throws {
    let lines = try Self.lines(hour)
    #expect(lines.count <= 23)
    for line in lines { #expect(Terminal.width(line) <= 80, "\(line)") }
  }

  @Test func theEveningSaysWhetherItWasTested() throws {
    let evening = try Self.lines(Self.dashboard("18:00") { $0.clock.trusted = true })
    #expect(
      evening.filter { $0.lowercased().contains("tested") }.map { $0.suffix(22) } == [" Ready (tested 18:00)."])
    #expect(try Self.lines("19:00", tested: "06:30").contains("Not tested this evening: `rouse test bedtime`."))
    let untested = try Self.lines(Self.dashboard("19:00") { $0.verdict.tested = nil })
    #expect(untested.filter { $0.contains("rouse test bedtime") }.count == 1)
    let risky = try Self.lines(Self.dashboard("19:00") { $0.verdict = Self.risk })
    #expect(risky.contains("Tested this evening, at 18:00."))
  }

  private static let risk = VerdictView(
    state: .atRisk, problems: [.problem("speaker", "it is gone", why: "no sound", fix: "`rouse doctor`")],
    tested: "2026-11-22T18:00:00+00:00")

  /// Returns a dashboard with only these rings and a changed status.
  private static func dashboard(
    _ hour: String, _ rings: [HistoryView] = [], _ change: (inout StatusView) -> Void = { _ in }
  ) throws(ControlError) -> Dashboard {
    var status = try dashboard(hour: hour).status
    change(&status)
    return try Dashboard(status, [], rings, [], zone: .utc)
  }

  private static func lines(_ dashboard: Dashboard) -> [String] {
    DashboardText.lines(dashboard, isDetailed: false, Style(columns: 80))
      .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  private static func ring(
    _ clock: String, _ outcome: HistoryView.Outcome = .dismissed, trusted: Bool = true
  ) -> HistoryView {
    var ring = rings(days: 1)[0]
    ring.due = "2026-11-22T\(clock):00+00:00"
    ring.ended = "2026-11-22T\(clock):50+00:00"
    (ring.outcome, ring.trusted) = (outcome, trusted)
    return ring
  }

  @Test func whatRingsNowOrRangWithAnUncertainClockIsNoLackOfRingsAndWithoutAFindingNothingIsPraised() throws {
    let ringing = try Self.lines(Self.dashboard("07:30") { $0.rings = [Sample.ring(.ringing)] })
    #expect(ringing.contains("  today: no ring is over yet"))
    #expect(ringing.contains("finding: none yet: too few rings count"))
    let none = try Self.lines(Self.dashboard("07:30"))
    #expect(none.contains("  today: no ring yet"))
    #expect(none.contains("finding: none, as nothing rang in the last 30 days"))
    let good = try Self.lines(Self.dashboard("07:30", [Self.ring("06:15")]))
    #expect(good.contains("finding: nothing stands out"))
    let lines = try Self.lines(Self.dashboard("07:30", [Self.ring("06:15", trusted: false)]))
    #expect(lines.contains("  today: 1 ring not counted: the clock's time was not certain"))
    #expect(!lines.contains { $0.contains("no ring") })
  }

  @Test func theMorningLeadsWithTheWakingAndARiskIsSaidAtNightToo() throws {
    #expect(try Self.lines("07:30")[1] == "The card came 1 min 30 s after due, 12 s sooner than usual.")
    #expect(try !Self.lines("12:00").contains { $0.contains("sooner") })
    let night = try Self.lines(Self.dashboard("22:30") { $0.verdict = Self.risk }).joined(separator: " ")
    #expect(night.contains("AT RISK: speaker: it is gone. Fix: `rouse doctor`."))
  }

  @Test(
    arguments: [
      ([.dismissed], "The card came 50 s after due."), ([.missed], "No card came this morning."),
      ([.dismissed, .missed], "Nobody answered the alarm of 06:16."),
      ([.dismissed, .missedUnrung], "The alarm of 06:16 could not ring."),
      ([.missed, .dismissed], "The card came 50 s after due."),
      ([.dismissed, .skipped], "The card came 50 s after due."), ([.skipped], nil), ([], nil),
    ] as [([HistoryView.Outcome], String?)])
  func theMorningLeadsWithTheLastRing(outcomes: [HistoryView.Outcome], lead: String?) throws {
    let rings = outcomes.enumerated().map { Self.ring("06:1\($0 + 5)", $1) }
    let second = try Self.lines(Self.dashboard("07:30", rings))[1]
    #expect(lead == nil ? second.hasPrefix("Next: ") : second == lead, "\(second)")
  }

  @Test func ofManyRingsTheLastOnesAreShownAndOnATallScreenAll() throws {
    let rings = (10..<40).map { Self.ring("06:\($0)") }
    let dashboard = try Self.dashboard("07:30", rings)
    let lines = Self.lines(dashboard)
    #expect(lines.count <= 23 && lines.contains { $0.hasSuffix("06:39 Work: bathroom after 50 s, 1 snooze") })
    #expect(lines.contains("         and 25 before them: `rouse history --since today`"))
    let detailed = DashboardText.lines(dashboard, isDetailed: true, Style()).joined()
    #expect(detailed.contains("06:10 Work") && !detailed.contains("before them"))
    let worst = try Self.worst("07:30")
    let all = Self.lines(worst)
    #expect(all.count > 24)
    #expect(DashboardText.lines(worst, isDetailed: false, Style(columns: 80), rows: 80) == all)
  }

  @Test func whatInterruptedARingIsToldAsTheHistoryTellsIt() throws {
    let dashboard = try Self.dashboard(hour: "07:30")
    #expect(dashboard.month.quitRings == 1 && dashboard.month.quits == [.noCamera: 1])
    let detailed = DashboardText.lines(dashboard, isDetailed: true, Style()).joined(separator: "\n")
    #expect(detailed.contains("forced quits: 1 of 17 rings (5 %): no camera 1; 16 of 17 ended by a card"))
    // If one interruption affects two rings, each has it; an interruption beside no ring counts nowhere.
    let rings = ["06:15", "06:16"].map { clock in
      var ring = Self.ring(clock)
      ring.interruptions = [
        InterruptionView(kind: .powerGone, began: "2026-11-22T06:15:20+00:00", ended: "2026-11-22T06:16:20+00:00")
      ]
      return ring
    }
    let beside = HappeningView(
      kind: "no_camera", began: "2026-11-22T06:15:20+00:00", ended: "2026-11-22T06:15:30+00:00", label: nil)
    let shared = try Dashboard(dashboard.status, [], rings, [beside], zone: .utc)
    #expect(shared.history.rings.map { $0.quits.map(\.kind) } == [[.powerGone], [.powerGone]])
    #expect(DashboardText.today(shared).allSatisfy { $0.hasSuffix("power gone") })
  }

  /// The most that can be shown: two current and five past rings with the longest labels, and a risk.
  private static func worst(_ hour: String) throws -> Dashboard {
    let label = String(String(repeating: "Work early, ", count: 9).prefix(Alarm.longestLabel))
    let rings = (10..<15).map { minute in
      var ring = ring("06:\(minute)")
      (ring.label, ring.card, ring.snoozes, ring.wrongCodes) = (label, label, 3, 4)
      ring.interruptions = [.serviceStopped, .serviceDied, .powerGone, .noCamera].map {
        InterruptionView(kind: $0, began: ring.due, ended: ring.due)
      }
      return ring
    }
    return try dashboard(hour, rings) { status in
      status.rings = [Sample.ring(.ringing), Sample.ring(.ringing)]
      status.next?.label = label
      for index in status.rings.indices { status.rings[index].label = label }
      let speaker = FindingView.problem(
        "speaker", "opening it failed: Device or resource busy (EBUSY)", why: "another program holds it",
        fix: "`sudo fuser -v /dev/snd/*` names who holds it; end that")
      status.verdict = VerdictView(state: .atRisk, problems: [speaker, speaker], tested: status.verdict.tested)
    }
  }

  @Test(
    arguments: ["05:00", "12:00", "18:00", "23:00"],
    [(80, 24), (80, 23), (50, 24), (50, 23), (40, 24), (120, 60)] as [(columns: Int, rows: Int)])
  func atWorstItFitsAndSaysWhatToDo(hour: String, screen: (columns: Int, rows: Int)) throws {
    for isDetailed in [false, true] {
      let lines = DashboardText.lines(
        try Self.worst(hour), isDetailed: isDetailed, Style(columns: screen.columns), rows: screen.rows)
      let text = lines.joined(separator: " ")
      #expect(lines.count <= screen.rows, "\(text)")
      #expect(text.contains("AT RISK: speaker:") && text.contains("`sudo fuser -v /dev/snd/*`"), "\(text)")
      for line in lines where !line.contains("`") { #expect(Terminal.width(line) <= screen.columns, "\(line)") }
      guard isDetailed || hour != "23:00" else { continue }
      for command in ["rouse insight score --explain", "rouse history --since 7d"] {
        #expect(lines.contains { $0.contains(command) }, "\(text)")
      }
      #expect(isDetailed || lines.contains { $0.contains("rouse insight --detailed") })
    }
  }

  @Test func withoutDataItSaysHowManyDaysAreMissingAndHowToBegin() throws {
    let lines = try Self.lines("07:30", days: 1)
    #expect(lines.contains("  Waking       -  2 more days are needed"))
    #expect(try Self.lines("07:30", days: 0).contains("  Rhythm       -  3 more days are needed"))
    #expect(try Self.lines("07:30", days: 4).contains { $0.hasPrefix("  Waking      9") })
    let bare = try Self.lines("07:30", days: 0, next: false)
    #expect(bare.contains("   next: rouse alarm add 07:30          to begin with"))
    var status = Sample.status()
    status.clock.now = "soon"
    #expect(throws: ControlError.self) { try Dashboard(status, [], [], [], zone: .utc) }
    // The document has every key.
    let json = try JSONText.text(DashboardDocument(try Self.dashboard(hour: "07:30", days: 0)), isPretty: false)
    for pair in [#""points":null"#, #""timeToCard":null"#, #""missingDays":3"#] { #expect(json.contains(pair)) }
  }
}
