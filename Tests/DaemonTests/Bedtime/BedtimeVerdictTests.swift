import Control
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

@Suite struct BedtimeVerdictTests {
  static let verdicts: [(findings: [FindingView], card: String?, detail: String?)] = [
    ([.ok("buzzer", "fine"), .warning("clock", "w", why: "w", fix: "w")], nil, nil),
    ([], "bathroom", "the card bathroom was seen"),
    ([], "a; the card b was seen", "the card a; the card b was seen was seen"),
    ([.problem("camera", "gone", why: "w", fix: "f")], nil, "camera: gone"),
    (
      [.problem("camera", "gone; lost", why: "w", fix: "f"), .problem("space", "full", why: "w", fix: "f")], "bath",
      "camera: gone, lost; space: full; the card bath was seen"
    ),
  ]

  @Test func theVerdictSurvivesARestartAsItWasFound() throws {
    let folder = try TemporaryFolder()
    let file = BedtimeVerdict.file(in: folder.path)
    #expect(try file.read() == nil)
    for (findings, card, detail) in Self.verdicts {
      let verdict = BedtimeVerdict(time: morning, findings: findings, card: card)
      #expect(verdict.isReady == !findings.contains { $0.level == .problem })
      #expect(verdict.kind == (verdict.isReady ? .bedtimePassed : .bedtimeFailed))
      #expect(verdict.detail == detail)
      try file.write(verdict)
      #expect(try file.read() == verdict)
    }
  }

  @Test func theLatestVerdictIsTakenUp() async throws {
    let folder = try TemporaryFolder()
    do {
      let rig = try await LedgerRig(folder)
      #expect(await BedtimeVerdict.last(in: rig.ledger) == nil)
      #expect(await BedtimeVerdict(time: morning, findings: [], card: "bath").keep(in: rig.ledger))
      #expect(
        await BedtimeVerdict(time: morning, findings: [.problem("a", "b", why: "w", fix: "f")], card: nil).keep(
          in: rig.ledger))
    }
    let rig = try await LedgerRig.reopened(folder)
    let last = try #require(await BedtimeVerdict.last(in: rig.ledger))
    #expect(last.texts == ["a: b"] && !last.isReady)
    let runner = BedtimeRunner(inForce: BookInForce(AlarmBook()), time: rig.time)
    runner.restore(last)
    #expect(runner.verdict == last)
    runner.restore(BedtimeVerdict(time: morning, findings: [], card: nil))
    #expect(runner.verdict == last)
  }

  @Test func aFileThatIsDamagedIsToldAndIsNoVerdict() async throws {
    let folder = try TemporaryFolder()
    let rig = try await LedgerRig(folder)
    try DurableFile.replace(folder.path + "/bedtime.json", by: Array("{\"time\":".utf8))
    #expect(await BedtimeVerdict.last(in: rig.ledger) == nil)
    #expect(rig.events.pending.contains { $0.detail?.contains("verdict") ?? false })
  }

  private static let ring: AlarmBook.NextRing = {
    let due = Instant(seconds: 1_795_332_605)
    return AlarmBook.NextRing(
      alarm: Alarm(id: "k3f9xa", label: "Work", recurrence: .instant(due)),
      occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none))
  }()

  static let sights: [(seen: SeenCards, level: FindingView.Level, what: String)] = [
    (SeenCards(answering: "bath"), .ok, "the camera reads bath"),
    (SeenCards(answering: "bath", other: "spare"), .ok, "the camera reads bath"),
    (SeenCards(other: "spare"), .problem, "the camera reads spare, which does not end Work (k3f9xa)"),
    (SeenCards(), .problem, "no card was seen within 20s"),
  ]

  @Test(arguments: sights) func aCardThatWasAskedForHasToBeRead(seen: SeenCards, level: FindingView.Level, what: String)
  {
    let finding = BedtimeFindings.card(seen, of: Self.ring, cards: ["bath"], within: .seconds(20))
    #expect(finding.level == level && finding.what == what && finding.fix?.contains("bath") ?? true)
  }
}

/// The beginning of `rouse status`.
@Suite struct VerdictTests {
  private static let camera = FindingView.problem("camera", "gone", why: "w", fix: "plug it in")
  private static let card = FindingView.problem("card", "not seen", why: "w", fix: "f")
  private static let noCard = FindingView.problem("next", "no card ends it", why: "w", fix: "f")
  private static let mock = FindingView.warning("board", "mock", why: "w", fix: "f")

  private static let well = FindingView.ok("camera", "no failure is known")
  private static let clock = FindingView.problem("clock", "not trusted", why: "w", fix: "f")
  private static let earlier = morning - .seconds(60)
  private static let later = morning + .seconds(60)

  private static func still(_ problem: FindingView) -> FindingView {
    var problem = problem
    problem.fix = problem.fix.map { $0 + "; then: rouse test bedtime" }
    return problem
  }

  /// Findings now and in the last test; when the camera last worked and a card last ended a ring; the result.
  static let cases:
    [(known: [FindingView], test: [FindingView]?, proof: Instant?, seen: Instant?, problems: [FindingView])] = [
      ([mock, well], nil, nil, nil, []), ([well], [], nil, nil, []),
      ([camera], [], later, nil, [camera]),
      // A restart forgets failures, which does not repair the camera. Only a later success does.
      ([well], [camera], nil, nil, [still(camera)]), ([well], [camera], earlier, nil, [still(camera)]),
      ([well], [camera], later, nil, []),
      // Only a test or a card can disprove this finding.
      ([well], [card], nil, earlier, [still(card)]), ([well], [card], nil, later, []),
      // Findings that can be judged again are, even if nothing remains to report.
      ([well], [clock], nil, nil, []),
      ([camera, noCard], [card, camera], nil, nil, [noCard, camera, still(card)]),
    ]

  @Test(arguments: cases.indices)
  func whatIsKnownNowGoesBeforeWhatATestFound(index: Int) {
    let (known, test, proof, seen, problems) = Self.cases[index]
    let verdict = Verdict(
      known: known, lastTest: test.map { BedtimeVerdict(time: morning, findings: $0, card: nil) }, cardSeen: seen,
      proofs: proof.map { ["camera": $0] } ?? [:], hasNext: true, hasCards: true)
    let view = verdict.view(at: morning, in: .utc)
    #expect(view.problems == problems)
    #expect(view.state == (problems.isEmpty ? .ready : .atRisk))
    #expect(view.warnings == known.filter { $0.level == .warning }.count)
    #expect((view.tested != nil) == (test != nil))
  }

  @Test func whereNothingIsSetTheFirstStepIsOneThatIsNotRefused() {
    func step(hasCards: Bool) -> String? {
      Verdict(known: [Self.camera], lastTest: nil, hasNext: false, hasCards: hasCards).view(at: morning, in: .utc)
        .firstStep
    }
    #expect(step(hasCards: true) == "rouse alarm add 07:30")
    #expect(step(hasCards: false) == "rouse setup")
  }

  @Test func aChangeOfTheClocksIsToldADayBefore() throws {
    let berlin = try SystemZone(variable: "Europe/Berlin").read(after: nil).get().rules
    func change(_ text: String) throws -> ClockChangeView? {
      let now = berlin.resolve(try #require(LocalDateTime(text))).instant
      return Verdict(known: [], lastTest: nil, hasNext: true, hasCards: true).view(at: now, in: berlin).clockChange
    }
    #expect(try change("2026-03-28T21:30") == ClockChangeView(at: "2026-03-29T03:00:00+02:00", seconds: 3600))
    #expect(try change("2026-10-24T21:30") == ClockChangeView(at: "2026-10-25T02:00:00+01:00", seconds: -3600))
    #expect(try change("2026-10-25T21:30") == nil)
  }
}
