import AlarmClock
import Glibc
import Storage
import TestSupport
import Testing

@testable import Control
@testable import ControlService
@testable import Daemon
@testable import Machine

struct HomeRuleTests {
  @Test func soManyAtOnceAndThenOneEachSpan() {
    var limit = RateLimit(burst: 3, oneMoreEvery: .seconds(6))
    let table: [(at: Int, isTaken: Bool)] = [
      (100, true), (100, true), (100, true), (100, false), (105, false), (106, true), (106, false), (118, true),
      (118, true), (118, false), (1000, true), (1000, true), (1000, true), (1000, false),
    ]
    for (index, row) in table.enumerated() {
      #expect((limit.wait(at: .seconds(row.at)) == .zero) == row.isTaken, "row \(index)")
      #expect(limit.take(at: .seconds(row.at)) == row.isTaken, "row \(index)")
    }
  }

  static let files: [(text: String, commands: [HomeCommandName], problem: String?)] = [
    ("{}", [], nil), ("{ broker: 'mqtt://b', commands: [] }", [], nil),
    ("{ commands: ['volume', 'skip', \"skip\"], other: { a: [1] } } // root", [.skip, .volume], nil),
    ("{ commands: ['dismiss'] }", [], "there is no command `dismiss`; there are: enable, disable, set, skip, volume"),
    ("{ commands: ['skip', 'Skip'] }", [], "there is no command `Skip`"),
    ("{ commands: 'skip' }", [], "commands: this value has the wrong type"),
    ("{ commands: [true] }", [], "this value has the wrong type"), ("[]", [], "wrong type"),
    ("", [], "it is not JSON5"), ("{ commands: ['skip'", [], "it is not JSON5"),
    ("{ a: 1e, commands: ['skip'] }", [], "is not a number"), ("{ \u{0} }", [], "it is not UTF-8 text"),
  ]

  @Test(arguments: files.indices)
  func theFileOfRootSaysWhatIsAllowedOrNothingIs(index: Int) {
    let row = Self.files[index]
    let policy = HomePolicy.parse(Array(row.text.utf8))
    #expect(policy.commands == row.commands)
    #expect(policy.isThere)
    guard let problem = row.problem else { return #expect(policy.problem == nil) }
    #expect(policy.problem?.contains(problem) == true, "\(policy.problem ?? "none")")
  }

  @Test func onlyAFileThatNobodyElseMayWriteToCounts() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/mqtt.json5"
    #expect(HomePolicy.read(path) == HomePolicy())
    try Files.write("{ commands: ['skip'] }", to: path)
    for (mode, isGood) in [(0o600, true), (0o644, true), (0o664, false), (0o646, false), (0o640, true)] {
      chmod(path, mode_t(mode))
      let policy = HomePolicy.read(path)
      let commands: [HomeCommandName] = isGood ? [.skip] : []
      #expect(policy.commands == commands, "\(mode)")
      #expect((policy.problem == nil) == isGood && policy.isThere)
    }
    if getuid() == 0 {
      chown(path, 12_345, 0)
      #expect(HomePolicy.read(path).problem?.contains("belongs to the user 12345") == true)
    }
    #expect(HomePolicy.read(folder.path).problem != nil)
  }

  @Test func theSocketOfTheHouseIsNotForTheGroupOfPeopleAndSaysWhyTheHouseCannotReachIt() {
    let me = getuid()
    let table: [(user: uid_t, isMember: Bool, people: Bool, house: Bool)] = [
      (0, false, true, true), (me, false, true, true), (4711, true, true, false), (4712, false, false, true),
      (4713, false, me == 4713, me == 4713),
    ]
    for row in table {
      #expect(ControlSocket.Clients.people.mayTalk(user: row.user, house: 4712) { row.isMember } == row.people)
      #expect(ControlSocket.Clients.house.mayTalk(user: row.user, house: 4712) { row.isMember } == row.house)
    }
    #expect(!ControlSocket.Clients.house.mayTalk(user: 4711, house: nil) { true })
    let missing = ControlSocket.isClosed("/h", nil)
    #expect(missing.why == "/h cannot be used by rouse-mqtt: there is no group `rouse-mqtt`")
    #expect(missing.fix == "`sudo systemd-sysusers`, then `sudo systemctl restart rouse`")
    let refused = ControlSocket.isClosed("/h", EPERM)
    #expect(refused.why.contains("cannot be given to the group `rouse-mqtt` (operation not permitted)"))
    #expect(refused.fix.hasPrefix("`sudo usermod --append --groups rouse-mqtt "))
  }

  @Test func noPathOfAFileLeavesTheClock() {
    let table = [
      "camera: Camera at /dev/video0: gone": "camera: Camera at … gone", "no path": "no path",
      "1/2 and a/b": "1/2 and a/b",
      "(/var/lib/rouse) `/etc/x`, /y": "(…) `…`, …", "/": "…",
    ]
    for (text, expected) in table { #expect(text.withoutPaths == expected) }
  }

  @Test func aReportHoldsUntilAnotherTakesItsPlaceOrItsHolderGoes() async throws {
    let line = HomeLine()
    func report(_ broker: String) -> HomeReport { HomeReport(state: .connected, broker: broker, since: "now") }
    let (taken, take) = AsyncStream<Void>.makeStream()
    var takes = taken.makeAsyncIterator()
    let first = Task { try await line.hold(report("a\nb")) { take.yield() } }
    _ = await takes.next()
    #expect(line.report?.broker == "a?b")
    let second = Task { try await line.hold(report(String(repeating: "c", count: 1000))) { take.yield() } }
    _ = await takes.next()
    try await first.value
    #expect(line.report?.broker.count == HomeReport.longestBroker)
    second.cancel()
    _ = await second.result
    #expect(line.report == nil)
  }

  @Test func anOrderIsUnderWayAloneUntilAReportSaysThatItWasDone() async throws {
    let line = HomeLine()
    let (order, done) = try #require(line.begin(.sync))
    #expect(line.order == order)
    let second = line.begin(.forget)
    #expect(second == nil)
    let (taken, take) = AsyncStream<Void>.makeStream()
    var takes = taken.makeAsyncIterator()
    func hold(_ id: String?) -> Task<Void, any Error> {
      Task { try await line.hold(HomeReport(state: .connected, broker: "b", since: "now", done: id)) { take.yield() } }
    }
    let other = hold("another")
    _ = await takes.next()
    let answer = hold(order.id)
    _ = await takes.next()
    var reports = done.makeAsyncIterator()
    #expect(await reports.next()?.done == order.id)
    line.end(order)
    #expect(line.order == nil)
    let next = try #require(line.begin(.forget))
    #expect(next.order.id != order.id)
    for task in [other, answer] { task.cancel() }
  }

  @Test func theTimesOfAReportAreThoseOfTheClock() throws {
    let path = "/usr/share/zoneinfo/Europe/Berlin"
    let zone = try ZoneRules(name: "Europe/Berlin", tzif: Descriptor.contents(of: path))
    let report = HomeReport(
      state: .connected, broker: "b", since: "2026-11-24T06:02:03+00:00", oldest: "2026-11-24T05:00:00Z")
    #expect(report.local(in: zone).since == "2026-11-24T07:02:03+01:00")
    #expect(report.local(in: zone).oldest == "2026-11-24T06:00:00+01:00")
    let strange = HomeReport(state: .connected, broker: "b", since: "now")
    #expect(strange.local(in: zone).since == "now")
  }

  /// A single character can be endless, too: combining accents.
  @Test func whatAStrangerReportsIsALineEachAndNotEndless() {
    let endless = "a" + String(repeating: "\u{301}", count: 100_000)
    let report = HomeReport(
      state: .notConnected, broker: endless, since: endless, why: endless, fix: "a\nb\u{1b}[2J", waiting: -1,
      oldest: String(repeating: "ä", count: 100))
    let kept = report.bounded
    #expect(kept.broker.utf8.count <= HomeReport.longestBroker && kept.since.utf8.count <= 40)
    #expect(kept.why?.utf8.count ?? 0 <= HomeReport.longestText)
    #expect(kept.fix == "a?b?[2J" && kept.waiting == 0 && kept.oldest == String(repeating: "ä", count: 20))
  }
}

/// The log as `rouse-mqtt` reads it: in order, no event twice with different content, and gaps are reported.
struct HomeLogTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(path: folder.path + "/rouse.sqlite")
  }

  private func add(_ numbers: ClosedRange<Int64>, second: Int64 = 0) throws {
    for number in numbers {
      try store.append(
        Event(sequence: number, time: Instant(seconds: 1_795_000_000 + number + second * 1000), kind: .fired))
    }
  }

  private func cursor(_ number: Int64, second: Int64 = 0) -> HomeCursor {
    HomeCursor(sequence: number, time: Instant(seconds: 1_795_000_000 + number + second * 1000))
  }

  private func page(_ cursor: HomeCursor?, limit: Int = 100) throws -> HomePage {
    try HomePage.read(store, after: cursor, limit: limit)
  }

  @Test func whoComesForTheFirstTimeIsToldFromNowOnInBoundedPagesThatSayWhatWasPruned() throws {
    #expect(try page(nil) == HomePage(cursor: .beginning))
    try add(1...3)
    #expect(try page(.beginning).lines.map(\.sequence) == [1, 2, 3])
    #expect(try page(nil) == HomePage(cursor: cursor(3)))
    try add(4...4)
    #expect(try page(cursor(3)).lines.map(\.sequence) == [4])
    #expect(try page(cursor(4)).isEmpty)
    try add(5...7)
    let first = try page(cursor(1), limit: 4)
    #expect(first.lines.map(\.sequence) == [2, 3, 4, 5] && first.left == 2 && first.gap == nil)
    let second = try page(first.cursor, limit: 4)
    #expect(second.lines.map(\.sequence) == [6, 7] && second.left == 0 && second.cursor == cursor(7))
    try add(8...9)
    _ = try store.pruneEvents(before: nil, keeping: 4, batch: 100)
    #expect(try page(cursor(3)).gap == .pruned)
    #expect(try page(cursor(3)).lines.map(\.sequence) == [6, 7, 8, 9])
    #expect(try page(cursor(5)).gap == nil)
    #expect(try page(cursor(6)).gap == nil)
  }

  @Test func aLogInThePlaceOfTheOldOneIsToldOnceFromItsBeginningEvenIfItIsEmpty() throws {
    let empty = try page(cursor(50))
    #expect(empty.gap == .anotherLog && empty.cursor == .beginning && !empty.isEmpty)
    #expect(try page(empty.cursor).isEmpty)
    try add(1...3, second: 1)
    for old in [cursor(2), cursor(3), cursor(50)] {
      let page = try page(old)
      #expect(page.gap == .anotherLog && page.lines.map(\.sequence) == [1, 2, 3])
      #expect(page.cursor == cursor(3, second: 1))
    }
  }

  @Test func anIDTellsTheSameEventAndNoOther() throws {
    try add(1...2)
    let line = try #require(try page(.beginning).lines.first)
    let event = try #require(line.event)
    let id = HomeEvent(event, of: line, in: .utc).id
    #expect(HomeCursor(id) == cursor(1) && id.utf8.count <= 40)
    #expect(id != cursor(1, second: 1).text && id != cursor(2).text)
    for text in ["", "-", "1", "1-", "-1-1", "1-A", "1-é", "99999999999999999999-1", "01-1", "+1-1", "1-1 ", "1--1-"] {
      #expect(HomeCursor(text) == nil, "\(text)")
    }
  }

  @Test func detailsThatAreNobodysBusinessStayInTheClock() throws {
    for kind in [Event.Kind.settingsChanged, .storageFailed, .evidenceKept, .cardCreated, .soundAdded, .deviceFailed] {
      #expect(!kind.isForTheHouse)
    }
    let words = Event.Kind.allCases.compactMap { HomeHappening($0) }
    #expect(Set(words) == Set(HomeHappening.allCases) && words.count == HomeHappening.allCases.count)
  }

  @Test func whoWaitsIsToldOnceMoreIsStored() async throws {
    let events = EventLog(time: SystemTime(), log: try quietLog())
    let stored = events.followStored()
    events.append(.fired)
    events.stored(upTo: 1)
    var news = stored.makeAsyncIterator()
    #expect(await news.next() != nil)
  }
}
