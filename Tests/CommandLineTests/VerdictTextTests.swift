import Testing

@testable import Control
@testable import rouse

/// The first line of `rouse status`.
struct VerdictTextTests {
  private static let plain = Style(isColoured: false)
  private static let speaker = FindingView.problem(
    "speaker", "opening it failed: EBUSY", why: "w", fix: "`sudo fuser -v /dev/snd/*`")
  private static let next = Sample.occurrence()

  private static let rings = "Next: Work rings Sun 07:30, in 9 h 12 min. "
  private static let isBusy = rings + "AT RISK: speaker: opening it failed: EBUSY. Fix: `sudo fuser -v /dev/snd/*`."

  static let cases: [(verdict: VerdictView, next: OccurrenceView?, line: String)] = [
    (VerdictView(state: .nothingSet, firstStep: "rouse setup"), nil, "Nothing is set. First: `rouse setup`"),
    (VerdictView(state: .ready, warnings: 2), next, rings + "Ready (not tested: `rouse test bedtime`)."),
    (VerdictView(state: .ready, tested: "2026-11-22T06:30:00+01:00"), next, rings + "Ready (tested 06:30)."),
    (
      VerdictView(
        state: .ready, tested: "2026-11-21T21:30:00+01:00",
        clockChange: ClockChangeView(at: "2026-11-23T02:00:00+01:00", seconds: -3600)),
      Sample.occurrence(inSeconds: 700_000),
      "Next: Work rings Sun 2026-11-22 07:30, in 8 days 2 h. Ready (tested Sat 2026-11-21 21:30). "
        + "The clocks go back by 1h, to 02:00 on Mon 2026-11-23."
    ),
    (VerdictView(state: .atRisk, problems: [speaker]), next, isBusy),
    (
      VerdictView(
        state: .atRisk, problems: [.problem("state", "the disk is full.", why: "w", fix: "delete something.")]), next,
      rings + "AT RISK: state: the disk is full. Fix: delete something."
    ),
    (
      VerdictView(state: .atRisk, problems: [speaker, speaker, speaker]), next,
      isBusy + " And 2 more: `rouse doctor`."
    ),
  ]

  @Test(arguments: cases.indices)
  func theVerdictIsOneLine(index: Int) {
    let (verdict, next, line) = Self.cases[index]
    var status = Sample.status(verdict: verdict, next: next)
    status.clock.trusted = true
    #expect(VerdictText.lines(status, Self.plain) == [line])
    #expect(StatusText.rendered(status, style: Self.plain).hasPrefix(line + "\n"))
  }

  @Test func readyIsQualifiedByAnUntrustedTimeAndATestWithoutACard() {
    let tested = "2026-11-22T06:30:00+01:00"
    var status = Sample.status(verdict: VerdictView(state: .ready, tested: tested), next: Self.next)
    status.bedtime = BedtimeView(time: tested, ready: true, problems: [], card: nil)
    let line = VerdictText.lines(status, Self.plain)[0]
    let qualified = "Ready (tested 06:30, without a card). Warning: the time is not trusted: no NTP."
    #expect(line.hasSuffix(qualified), "\(line)")
    status.bedtime?.card = "bath"
    #expect(VerdictText.lines(status, Self.plain)[0].contains("Ready (tested 06:30)."))
  }

  @Test func whatRingsStandsBeforeTheVerdict() {
    let status = Sample.status(rings: [Sample.ring(.ringing), Sample.ring(.snoozed)])
    let lines = VerdictText.lines(status, Self.plain)
    #expect(lines.prefix(2) == ["RINGING: Work (k3f9xa), due 07:30", "NOT OVER: Work (k3f9xa), due 07:30"])
    let alone = Sample.status(rings: [Sample.ring(.ringing)])
    #expect(VerdictText.lines(alone, Self.plain).last == "No other ring is set.")
  }

  @Test func aSkipIsToldAsWhatIsSkippedAndHowToTakeItBack() {
    let status = Sample.status(next: Self.next, skips: [Self.next])
    #expect(
      StatusText.rendered(status, style: Self.plain).contains(
        "Work (k3f9xa) skips Sun 2026-11-22 07:30; to let it ring: `rouse alarm unskip k3f9xa`"))
    let alarm = Sample.alarm(skipNext: true, skipped: "2026-11-23T07:30:00+01:00")
    #expect(AlarmText.state(AlarmRow(alarm)) == "on, Mon 23 skipped")
    #expect(AlarmText.sentence(alarm).contains("skips its next ring of Mon 2026-11-23 07:30, then rings"))
  }
}
