import Control
import Storage
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

/// The results of a test before the night, and their storage.
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
    // A newer verdict is not overwritten.
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

  // MARK: The findings

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

  @Test func aCardThatWasAskedForHasToBeRead() {
    for (seen, level, what) in Self.sights {
      let finding = BedtimeFindings.card(seen, of: Self.ring, cards: ["bath"], within: .seconds(20))
      #expect(finding.level == level)
      #expect(finding.what == what)
      #expect(finding.fix?.contains("bath") ?? true)
    }
  }
}
