import Control
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

/// A simulated clock that looks whenever its bedtime asks for it.
private struct Evenings {
  let zone: ZoneRules
  var bedtime: LocalTime?
  var isRinging = false
  private(set) var now: Instant
  private var hour: BedtimeHour
  /// The local times at which the clock tested itself.
  private(set) var tests: [String] = []

  init(_ start: String, bedtime: String?, in zone: ZoneRules = .utc, lastTest: String? = nil) throws {
    func instant(_ text: String) throws -> Instant { zone.resolve(try #require(LocalDateTime(text))).instant }
    self.zone = zone
    self.bedtime = try bedtime.map { try #require(LocalTime($0)) }
    now = try instant(start)
    hour = BedtimeHour(bedtime: self.bedtime, lastTest: try lastTest.map { try instant($0) }, zone: zone)
    look()
  }

  mutating func look() {
    guard hour.isDue(at: now, in: zone, bedtime: bedtime, isRinging: isRinging) else { return }
    tests.append(zone.local(now).description)
  }

  mutating func pass(hours: Int) {
    let end = now + .seconds(hours * 3600)
    while now < end {
      now = min(end, now + hour.wait(after: now, in: zone))
      look()
    }
  }

  mutating func step(minutes: Int) {
    now += .seconds(minutes * 60)
    look()
  }

  mutating func postpone() { hour.postpone() }
}

@Suite struct BedtimeTests {
  enum Act: Sendable {
    case pass(hours: Int), step(minutes: Int), ring(Bool), bedtime(String?)
  }

  static let stories: [(name: String, start: String, bedtime: String?, acts: [Act], tests: [String])] = [
    (
      "once a day at its hour", "2026-11-21T12:00", "21:30", [.pass(hours: 72)],
      ["2026-11-21T21:30", "2026-11-22T21:30", "2026-11-23T21:30"]
    ),
    ("never without an hour", "2026-11-21T12:00", nil, [.pass(hours: 48)], []),
    (
      "once if the clock is set back", "2026-11-21T21:00", "21:30",
      [.pass(hours: 1), .step(minutes: -60), .pass(hours: 3)], ["2026-11-21T21:30"]
    ),
    (
      "late if the clock is set over the hour", "2026-11-21T21:00", "21:30", [.step(minutes: 90), .pass(hours: 3)],
      ["2026-11-21T22:30"]
    ),
    (
      "the next evening if the clock is set far past the hour", "2026-11-21T21:00", "21:30",
      [.step(minutes: 7 * 60), .pass(hours: 24)], ["2026-11-22T21:30"]
    ),
    (
      "tomorrow if the hour has passed when it is chosen", "2026-11-21T22:00", nil,
      [.bedtime("21:30"), .pass(hours: 24), .bedtime("22:30"), .pass(hours: 2), .bedtime(nil), .pass(hours: 48)],
      ["2026-11-22T21:30", "2026-11-22T22:30"]
    ),
    (
      "after the end of a ring, however long that takes", "2026-11-21T21:00", "21:30",
      [.ring(true), .pass(hours: 8), .ring(false), .pass(hours: 2)], ["2026-11-22T05:00:05"]
    ),
  ]

  @Test(arguments: stories)
  func itIsTestedOnceAtItsHour(name: String, start: String, bedtime: String?, acts: [Act], tests: [String]) throws {
    var evenings = try Evenings(start, bedtime: bedtime)
    for act in acts {
      switch act {
      case .pass(let hours): evenings.pass(hours: hours)
      case .step(let minutes): evenings.step(minutes: minutes)
      case .ring(let isRinging): evenings.isRinging = isRinging
      case .bedtime(let text): evenings.bedtime = text.flatMap { LocalTime($0) }
      }
    }
    #expect(evenings.tests == tests, "\(name)")
  }

  @Test(arguments: [
    // 02:00 to 03:00 is skipped.
    ("2027-03-27T12:00", "02:30", ["2027-03-28T03:00", "2027-03-29T02:30", "2027-03-30T02:30"]),
    // 02:00 to 03:00 happens twice.
    ("2027-10-30T12:00", "02:30", ["2027-10-31T02:30", "2027-11-01T02:30", "2027-11-02T02:30"]),
    ("2027-10-30T12:00", "22:00", ["2027-10-30T22:00", "2027-10-31T22:00", "2027-11-01T22:00"]),
  ])
  func changesOfTheClocksNeitherDoubleNorLoseIt(start: String, bedtime: String, tests: [String]) throws {
    let berlin = try ZoneRules(name: "Europe/Berlin", tzif: Files.bytes("/usr/share/zoneinfo/Europe/Berlin"))
    var evenings = try Evenings(start, bedtime: bedtime, in: berlin)
    evenings.pass(hours: 72)
    #expect(evenings.tests == tests)
  }

  @Test(
    arguments: [
      (nil, ["2026-11-21T22:00"]), ("2026-11-20T21:30", ["2026-11-21T22:00"]),
      ("2026-11-21T15:00", ["2026-11-21T22:00"]), ("2026-11-21T21:30", []), ("2026-11-21T21:59", []),
    ] as [(String?, [String])])
  func aRestartAfterTheHourTestsOnlyWhatWasNot(lastTest: String?, tests: [String]) throws {
    var evenings = try Evenings("2026-11-21T22:00", bedtime: "21:30", lastTest: lastTest)
    evenings.pass(hours: 8)
    #expect(evenings.tests == tests)
  }

  @Test func aTestThatARingCutShortIsMadeAgain() throws {
    var evenings = try Evenings("2026-11-21T21:00", bedtime: "21:30")
    evenings.pass(hours: 1)
    evenings.postpone()
    evenings.isRinging = true
    evenings.pass(hours: 1)
    #expect(evenings.tests.count == 1)
    evenings.isRinging = false
    evenings.pass(hours: 1)
    #expect(evenings.tests.count == 2)
  }

  private final class Host: Sendable {
    let tested = Box<[Instant]>([])
    /// How many tests are interrupted by a ring.
    let cutShort = Box(0)
    let time = ManualTime(morning)
    let inForce = BookInForce(AlarmBook())
    let runner: BedtimeRunner
    init() {
      runner = BedtimeRunner(inForce: inForce, time: time)
      set(LocalTime("07:30"))
    }

    func set(_ bedtime: LocalTime?) {
      inForce.change { $0.settings.bedtime = bedtime }
    }

    func run() async {
      await runner.run(
        zone: { .utc }, isRinging: { false },
        test: {
          tested.value.append(time.now)
          return tests > cutShort.value
        })
    }

    var tests: Int { tested.value.count }

    /// Lets time pass until `count` tests were made; returns `false` if that takes more than a day.
    func reaches(tests count: Int) async -> Bool {
      for _ in 0..<(24 * 360) where tests < count {
        guard await eventually({ time.hasSleepers || tests >= count }) else { return false }
        await time.pass(.seconds(10), step: .seconds(10))
      }
      return await eventually { tests >= count }
    }
  }

  @Test func theRunnerTestsAtItsHourAndRepeatsWhatARingCutShort() async throws {
    let host = Host()
    host.cutShort.value = 2
    let run = Task { await host.run() }
    #expect(await host.reaches(tests: 3))
    #expect(try #require(host.tested.value.first) >= morning + .seconds(1800))
    run.cancel()
    await run.value
  }

  @Test func aNewHourIsTakenUpAtOnce() async throws {
    let host = Host()
    host.set(nil)
    let run = Task { await host.run() }
    // The runner sleeps for a minute, but the new hour wakes it.
    #expect(await eventually { host.time.hasSleepers })
    host.set(LocalTime("07:00:20"))
    host.runner.settingsChanged()
    #expect(await host.reaches(tests: 1))
    run.cancel()
    await run.value
  }

  @Test func oneTestIsMadeAtATime() {
    let runner = BedtimeRunner(inForce: BookInForce(AlarmBook()), time: ManualTime(morning))
    #expect(runner.beginTest())
    #expect(!runner.beginTest())
    runner.endTest()
    #expect(runner.beginTest())
  }
}

/// What bedtime tests find, and the beginning of `rouse status`.
@Suite struct BedtimeVerdictTests {
  static let verdicts: [(facts: [Fact], card: String?, detail: String?)] = [
    ([.ok(.buzzer, "fine"), .warning(.clock, "w", why: "w", fix: "w")], nil, nil),
    ([], "bathroom", "the card bathroom was seen"),
    ([], "a; the card b was seen", "the card a; the card b was seen was seen"),
    ([.problem(.camera, "gone", why: "w", fix: "f")], nil, "camera: gone"),
    (
      [.problem(.camera, "gone; lost", why: "w", fix: "f"), .problem(.space, "full", why: "w", fix: "f")], "bath",
      "camera: gone, lost; space: full; the card bath was seen"
    ),
  ]

  @Test func theVerdictSurvivesARestartAsItWasFound() throws {
    let folder = try TemporaryFolder()
    let file = BedtimeVerdict.file(in: folder.path)
    #expect(try file.read() == nil)
    for (facts, card, detail) in Self.verdicts {
      let verdict = BedtimeVerdict(time: morning, facts: facts, card: card)
      #expect(verdict.isReady == !facts.contains { $0.level == .problem })
      #expect(verdict.kind == (verdict.isReady ? .bedtimePassed : .bedtimeFailed))
      #expect(verdict.detail == detail)
      try file.write(verdict)
      #expect(try file.read() == verdict)
    }
  }

  @Test func theLatestVerdictIsTakenUpAndADamagedOneIsToldAndIsNone() async throws {
    let folder = try await LedgerRig().stop { rig in
      #expect(await BedtimeVerdict.last(in: rig.ledger) == nil)
      try DurableFile.replace(rig.folder.path + "/bedtime.json", by: Array("{\"time\":".utf8))
      #expect(await BedtimeVerdict.last(in: rig.ledger) == nil)
      #expect(rig.events.pending.contains { $0.detail?.contains("verdict") ?? false })
      #expect(await BedtimeVerdict(time: morning, facts: [], card: "bath").keep(in: rig.ledger))
      let problem = Fact.problem(.store, "b", why: "w", fix: "f")
      #expect(await BedtimeVerdict(time: morning, facts: [problem], card: nil).keep(in: rig.ledger))
    }
    let rig = try await LedgerRig.reopened(folder)
    let last = try #require(await BedtimeVerdict.last(in: rig.ledger))
    #expect(last.texts == ["store: b"] && !last.isReady)
    let runner = BedtimeRunner(inForce: BookInForce(AlarmBook()), time: rig.time)
    runner.restore(last)
    #expect(runner.verdict == last)
    runner.restore(BedtimeVerdict(time: morning, facts: [], card: nil))
    #expect(runner.verdict == last)
  }

  /// Verdicts are stored by the names of checks, some of which only another version has.
  @Test(arguments: [("store", true), ("card", true), ("camera", true), ("clock", false), ("of another version", false)])
  func aProblemOfAStoredVerdictHoldsByItsCheck(check: String, holds: Bool) throws {
    let folder = try TemporaryFolder()
    let file = BedtimeVerdict.file(in: folder.path)
    try file.write(BedtimeVerdict(time: morning, facts: [.problem(.store, "b", why: "w", fix: "f")], card: nil))
    let text = String(decoding: Files.bytes(folder.path + "/bedtime.json"), as: UTF8.self)
    try folder.write(text.replacing("\"store\"", with: "\"\(check)\""), to: "bedtime.json")
    let verdict = Verdict(known: [], lastTest: try file.read(), hasNext: true, hasCards: true)
    #expect(verdict.lastTest?.texts == ["\(check): b"] && verdict.problems.map(\.check) == (holds ? [check] : []))
  }

  static let sights: [(seen: SeenCards, level: FindingView.Level, what: String)] = [
    (SeenCards(answering: "bath"), .ok, "the camera reads bath"),
    (SeenCards(answering: "bath", other: "spare"), .ok, "the camera reads bath"),
    (SeenCards(other: "spare"), .problem, "the camera reads spare, which does not end Work (k3f9xa)"),
    (SeenCards(), .problem, "no card was seen within 20s"),
  ]

  @Test(arguments: sights) func aCardThatWasAskedForHasToBeRead(seen: SeenCards, level: FindingView.Level, what: String)
  {
    let fact = shownCardFact(seen, of: FactTests.work, cards: ["bath"], within: .seconds(20))
    #expect(fact.level == level && fact.what == what && fact.fix?.contains("bath") ?? true)
  }

  private static let camera = Fact.problem(.camera, "gone", why: "w", fix: "plug it in")
  private static let card = Fact.problem(.card, "not seen", why: "w", fix: "f")
  private static let noCard = Fact.problem(.next, "no card ends it", why: "w", fix: "f")
  private static let mock = Fact.warning(.board, "mock", why: "w", fix: "f")

  private static let well = Fact.ok(.camera, "no failure is known")
  private static let clock = Fact.problem(.clock, "not trusted", why: "w", fix: "f")
  private static let earlier = morning - .seconds(60)
  private static let later = morning + .seconds(60)

  private static func view(_ problem: Fact) -> FindingView { FindingView(problem) }

  private static func still(_ problem: Fact) -> FindingView {
    var problem = view(problem)
    problem.fix = problem.fix.map { $0 + "; then: rouse test bedtime" }
    return problem
  }

  /// Findings now and in the last test; when the camera last worked and a card last ended a ring; the result.
  static let cases: [(known: [Fact], test: [Fact]?, proof: Instant?, seen: Instant?, problems: [FindingView])] = [
    ([mock, well], nil, nil, nil, []), ([well], [], nil, nil, []),
    ([camera], [], later, nil, [view(camera)]),
    // A restart forgets failures, which does not repair the camera. Only a later success does.
    ([well], [camera], nil, nil, [still(camera)]), ([well], [camera], earlier, nil, [still(camera)]),
    ([well], [camera], later, nil, []),
    // Only a test or a card can disprove this finding.
    ([well], [card], nil, earlier, [still(card)]), ([well], [card], nil, later, []),
    // Findings that can be judged again are, even if nothing remains to report.
    ([well], [clock], nil, nil, []),
    ([camera, noCard], [card, camera], nil, nil, [view(noCard), view(camera), still(card)]),
  ]

  @Test(arguments: cases.indices)
  func whatIsKnownNowGoesBeforeWhatATestFound(index: Int) {
    let (known, test, proof, seen, problems) = Self.cases[index]
    let verdict = Verdict(
      known: known, lastTest: test.map { BedtimeVerdict(time: morning, facts: $0, card: nil) }, cardSeen: seen,
      proof: { $0 == .camera ? proof : nil }, hasNext: true, hasCards: true)
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
