import AlarmClock
import Control
import Synchronization
import Testing

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
  private static let berlin = "Europe/Berlin"

  private static func zone(_ name: String) throws -> ZoneRules {
    try ZoneRules(name: name, tzif: try Descriptor.contents(of: "/usr/share/zoneinfo/\(name)"))
  }

  // MARK: The hour

  @Test func itIsTestedOnceADayAtItsHour() throws {
    var evenings = try Evenings("2026-11-21T12:00", bedtime: "21:30")
    evenings.pass(hours: 72)
    #expect(evenings.tests == ["2026-11-21T21:30", "2026-11-22T21:30", "2026-11-23T21:30"])
  }

  @Test func withoutAnHourItIsNeverTested() throws {
    var evenings = try Evenings("2026-11-21T12:00", bedtime: nil)
    evenings.pass(hours: 48)
    #expect(evenings.tests.isEmpty)
  }

  struct Change: Sendable {
    var start: String
    var bedtime: String
    var tests: [String]
  }

  static let changes = [
    // 02:00 to 03:00 is skipped.
    Change(
      start: "2027-03-27T12:00", bedtime: "02:30",
      tests: ["2027-03-28T03:00", "2027-03-29T02:30", "2027-03-30T02:30"]),
    // 02:00 to 03:00 happens twice.
    Change(
      start: "2027-10-30T12:00", bedtime: "02:30",
      tests: ["2027-10-31T02:30", "2027-11-01T02:30", "2027-11-02T02:30"]),
    Change(
      start: "2027-10-30T12:00", bedtime: "22:00",
      tests: ["2027-10-30T22:00", "2027-10-31T22:00", "2027-11-01T22:00"]),
  ]

  @Test(arguments: changes)
  func changesOfTheClocksNeitherDoubleNorLoseIt(change: Change) throws {
    var evenings = try Evenings(change.start, bedtime: change.bedtime, in: try Self.zone(Self.berlin))
    evenings.pass(hours: 72)
    #expect(evenings.tests == change.tests)
  }

  @Test func aClockThatIsSetBackDoesNotTestTwice() throws {
    var evenings = try Evenings("2026-11-21T21:00", bedtime: "21:30")
    evenings.pass(hours: 1)
    evenings.step(minutes: -60)
    evenings.pass(hours: 3)
    #expect(evenings.tests == ["2026-11-21T21:30"])
  }

  @Test func aClockThatIsSetOverTheHourTestsLate() throws {
    var evenings = try Evenings("2026-11-21T21:00", bedtime: "21:30")
    evenings.step(minutes: 90)
    evenings.pass(hours: 3)
    #expect(evenings.tests == ["2026-11-21T22:30"])
  }

  @Test func farPastTheHourItWaitsForTheNextEvening() throws {
    var evenings = try Evenings("2026-11-21T21:00", bedtime: "21:30")
    evenings.step(minutes: 7 * 60)
    evenings.pass(hours: 24)
    #expect(evenings.tests == ["2026-11-22T21:30"])
  }

  static let starts: [(lastTest: String?, tests: [String])] = [
    (nil, ["2026-11-21T22:00"]), ("2026-11-20T21:30", ["2026-11-21T22:00"]), ("2026-11-21T15:00", ["2026-11-21T22:00"]),
    ("2026-11-21T21:30", []), ("2026-11-21T21:59", []),
  ]

  @Test func aRestartAfterTheHourTestsOnlyWhatWasNot() throws {
    for (lastTest, tests) in Self.starts {
      var evenings = try Evenings("2026-11-21T22:00", bedtime: "21:30", lastTest: lastTest)
      evenings.pass(hours: 8)
      #expect(evenings.tests == tests, "\(lastTest ?? "never")")
    }
  }

  @Test func anHourThatHasPassedWhenItIsChosenIsMeantForTomorrow() throws {
    var evenings = try Evenings("2026-11-21T22:00", bedtime: nil)
    evenings.bedtime = LocalTime("21:30")
    evenings.pass(hours: 24)
    #expect(evenings.tests == ["2026-11-22T21:30"])
    evenings.bedtime = LocalTime("22:30")
    evenings.pass(hours: 2)
    #expect(evenings.tests == ["2026-11-22T21:30", "2026-11-22T22:30"])
    evenings.bedtime = nil
    evenings.pass(hours: 48)
    #expect(evenings.tests.count == 2)
  }

  @Test func whileItRingsItWaitsForTheEndHoweverLongThatTakes() throws {
    var evenings = try Evenings("2026-11-21T21:00", bedtime: "21:30")
    evenings.isRinging = true
    evenings.pass(hours: 8)
    #expect(evenings.tests.isEmpty)
    evenings.isRinging = false
    evenings.pass(hours: 2)
    #expect(evenings.tests == ["2026-11-22T05:00:05"])
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

  // MARK: The runner

  /// The runner's surroundings, under the test's control.
  private final class Host: Sendable {
    struct State: Sendable {
      var isRinging = false
      var tests: [Instant] = []
      /// How many more tests are interrupted by a ring.
      var cutShort = 0
    }
    let state = Mutex(State())
    let time = ManualTime(morning)
    let inForce = BookInForce(AlarmBook())
    let runner: BedtimeRunner
    init() {
      runner = BedtimeRunner(inForce: inForce, time: time)
      set(LocalTime("07:30"))
    }

    func set(_ bedtime: LocalTime?) {
      var changed = inForce.settings
      changed.bedtime = bedtime
      inForce.use(AlarmBook(settings: changed))
    }

    func run() async {
      await runner.run(
        zone: { .utc }, isRinging: { state.withLock { $0.isRinging } },
        test: {
          state.withLock { state in
            state.tests.append(time.now)
            state.cutShort -= 1
            return state.cutShort < 0
          }
        })
    }

    var tests: Int { state.withLock { $0.tests.count } }

    /// Lets time pass until `count` tests were made; returns `false` if that takes more than a day.
    func reaches(tests count: Int) async -> Bool {
      for _ in 0..<(24 * 360) where tests < count {
        guard await eventually({ time.hasSleepers || tests >= count }) else { return false }
        await time.pass(.seconds(10), step: .seconds(10))
      }
      return await eventually { tests >= count }
    }
  }

  @Test func theKeeperHasTheTestMadeAtItsHour() async throws {
    let host = Host()
    let run = Task { await host.run() }
    #expect(await host.reaches(tests: 1))
    let first = try #require(host.state.withLock { $0.tests.first })
    #expect(first >= morning + .seconds(1800))
    run.cancel()
    await run.value
  }

  @Test func theKeeperRepeatsWhatARingCutShort() async throws {
    let host = Host()
    host.state.withLock { $0.cutShort = 2 }
    let run = Task { await host.run() }
    #expect(await host.reaches(tests: 3))
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
    host.runner.refresh()
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
