import TestSupport
import Testing

@testable import AlarmClock

@Suite struct ScheduleTests {
  static func armed(
    _ alarmID: String, _ recurrence: Recurrence, after: Instant, in zone: ZoneRules = .utc, isSkipped: Bool = false
  ) throws -> ArmedOccurrence {
    let alarm = Alarm(id: alarmID, recurrence: recurrence)
    return ArmedOccurrence(
      occurrence: try #require(recurrence.next(after: after, in: zone)), plan: Settings().plan(for: alarm),
      recurrence: recurrence, isSkipped: isSkipped)
  }

  let base = Instant(seconds: 1_800_000_000)

  private func at(_ seconds: Int64, _ id: String) throws -> ArmedOccurrence {
    try Self.armed(id, .instant(base + .seconds(seconds)), after: base - .seconds(1))
  }

  @Test func whatIsDueIsTakenOnceAndRings() throws {
    var schedule = Schedule()
    schedule.arm(try at(10, "a"))
    schedule.arm(try at(20, "b"))
    #expect(schedule.next == base + .seconds(10))
    let early = schedule.takeDue(at: base + .nanoseconds(9_999_999_999), in: .utc)
    #expect(early.isEmpty)
    let taken = schedule.takeDue(at: base + .seconds(10), in: .utc)
    #expect(taken.map(\.plan.alarmID) == ["a"])
    #expect(Set(schedule.ringing.keys) == Set(taken.map(\.id)))
    let again = schedule.takeDue(at: base + .seconds(10), in: .utc)
    #expect(again.isEmpty)
    #expect(schedule.first?.plan.alarmID == "b")
    schedule.finish(taken[0].id)
    #expect(schedule.ringing.isEmpty)
  }

  @Test func aRepeatingAlarmIsArmedAgainAndAOneOffIsNot() throws {
    let start = try instant("2026-11-21T00:00:00Z")
    var schedule = Schedule()
    schedule.arm(try Self.armed("daily", .weekly(.daily, at: time("07:00")), after: start))
    schedule.arm(try Self.armed("once", .once(local("2026-11-21T07:00")), after: start))
    let taken = schedule.takeDue(at: try instant("2026-11-21T07:00:00Z"), in: .utc)
    #expect(Set(taken.map(\.plan.alarmID)) == ["daily", "once"])
    #expect(schedule.upcoming.map(\.occurrence.key.description) == ["2026-11-22T07:00"])
    #expect(schedule.armedOccurrence(of: "once") == nil)
  }

  @Test func aSkippedOccurrencePassesAndTheNextOneRings() throws {
    let (seven, start) = (Recurrence.weekly(.daily, at: try time("07:00")), try instant("2026-11-21T00:00:00Z"))
    var schedule = Schedule()
    schedule.arm(try Self.armed("daily", seven, after: start, isSkipped: true))
    let taken = schedule.takeDue(at: try instant("2026-11-21T07:00:00Z"), in: .utc)
    #expect(taken.map(\.isSkipped) == [true])
    #expect(schedule.ringing.isEmpty)
    #expect(schedule.first?.isSkipped == false)
    #expect(schedule.first?.occurrence.key.description == "2026-11-22T07:00")
  }

  /// A daily alarm at 07:00 with a lock of 30 hours, on November 21: whether the first occurrence is skipped, whether
  /// the second is on a day off, the time, and whether the alarm is locked then.
  @Test(arguments: [
    (false, false, "00:00", true), (true, false, "00:59", false), (true, false, "01:00", true),
    (true, true, "01:00", false), (true, true, "06:59", false), (false, true, "00:00", true),
  ])
  func theLockDependsOnTheNextRing(isSkipped: Bool, isDayOff: Bool, at now: String, isLocked: Bool) throws {
    var armed = try Self.armed(
      "a", .weekly(.daily, at: try time("07:00")), after: try instant("2026-11-21T00:00:00Z"), isSkipped: isSkipped)
    armed.plan.values.cancelLock = .seconds(30 * 3600)
    var schedule = Schedule()
    if isDayOff {
      let date = try date("2026-11-22")
      schedule.daysOff = DaysOff(pauses: [Pause(name: "p", from: date, until: date.adding(days: 1))])
    }
    schedule.arm(armed)
    #expect(schedule.isLocked("a", at: try instant("2026-11-21T\(now):00Z"), in: .utc) == isLocked)
  }

  @Test func armingReplacesAndDisarmingForgetsButARingGoesOn() throws {
    var schedule = Schedule()
    schedule.arm(try at(10, "a"))
    schedule.arm(try at(5, "a"))
    #expect(schedule.upcoming.map(\.due) == [base + .seconds(5)])
    let taken = schedule.takeDue(at: base + .seconds(5), in: .utc)
    let armedWhatRings = schedule.arm(taken[0])
    #expect(!armedWhatRings)
    #expect(schedule.first == nil)
    schedule.arm(try at(30, "a"))
    #expect(schedule.next == base + .seconds(30))
    schedule.disarm("a")
    schedule.disarm("nobody")
    #expect(schedule.next == nil)
    #expect(schedule.ringing.count == 1)
    schedule.resume(taken[0])
    #expect(schedule.ringing.count == 1)
  }

  /// Each zone's clock change of 2026 or the next one; a daily 02:30 must ring ten times in the ten days around it.
  @Test(
    arguments: [
      ("Europe/Berlin", "2026-03-25T12:00:00Z"), ("Europe/Berlin", "2026-10-20T12:00:00Z"),
      ("America/New_York", "2026-03-03T12:00:00Z"), ("Australia/Lord_Howe", "2026-10-01T00:00:00Z"),
      ("Australia/Sydney", "2026-04-01T00:00:00Z"), ("Africa/Casablanca", "2026-02-10T12:00:00Z"),
    ])
  func aDailyAlarmRingsOnceADayAcrossAChangeOfTheClock(zoneName: String, from: String) throws {
    let zone = try Zones.rules(zoneName)
    let begin = try instant(from)
    var schedule = Schedule()
    schedule.arm(
      try Self.armed("daily", .weekly(.daily, at: try time("02:30")), after: begin, in: zone))
    var rung: [ArmedOccurrence] = []
    var now = begin
    while now < begin + .seconds(10 * 86_400) {
      now += .seconds(60)
      for taken in schedule.takeDue(at: now, in: zone) {
        #expect(now - taken.due < .seconds(60))
        rung.append(taken)
        schedule.finish(taken.id)
      }
    }
    #expect(rung.count == 10)
    #expect(Set(rung.map(\.id)).count == 10)
  }

  @Test(arguments: [1, 2, 3])
  func manyAlarmsComeInOrderAsInANaiveModel(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var schedule = Schedule()
    var model: [String: Instant] = [:]
    var now = base
    for step in 0..<2000 {
      let id = "alarm\(random.next() % 50)"
      switch random.next() % 10 {
      case 0...5:
        let due = now + .seconds(Int64(1 + random.next() % 40))
        schedule.arm(try Self.armed(id, .instant(due), after: now))
        model[id] = due
      case 6, 7:
        schedule.disarm(id)
        model[id] = nil
      default:
        now += .seconds(Int64(random.next() % 8))
        let taken = schedule.takeDue(at: now, in: .utc)
        let expected = model.filter { $0.value <= now }
        #expect(taken.map(\.due) == expected.values.sorted(), "step \(step)")
        #expect(Set(taken.map(\.plan.alarmID)) == Set(expected.keys))
        for ring in taken { schedule.finish(ring.id) }
        model = model.filter { $0.value > now }
      }
      #expect(schedule.next == model.values.min())
      #expect(schedule.upcoming.map(\.due) == model.values.sorted())
    }
  }

  @Test func alarmsOfOneMomentAllRing() throws {
    var schedule = Schedule()
    for number in 0..<100 { schedule.arm(try at(5, "alarm\(number)")) }
    for number in stride(from: 0, to: 100, by: 3) { schedule.disarm("alarm\(number)") }
    let taken = schedule.takeDue(at: base + .seconds(5), in: .utc)
    #expect(Set(taken.map(\.plan.alarmID)).count == 66)
    #expect(schedule.ringing.count == 66)
  }

  /// As after a power cut, or when the clock stood still.
  @Test func aJumpPassesEachOccurrenceOfTheLastDaysAndNoMoreThanAWeek() throws {
    let days = try [instant("2026-11-21T00:00:00Z"), Instant(seconds: 0)].map { start in
      var schedule = Schedule()
      schedule.arm(try Self.armed("daily", .weekly(.daily, at: time("07:00")), after: start))
      let taken = schedule.takeDue(at: try instant("2026-11-23T07:10:00Z"), in: .utc)
      #expect(schedule.first?.occurrence.key.description == "2026-11-24T07:00")
      return taken.map(\.occurrence.key.description)
    }
    #expect(days[0] == ["2026-11-21T07:00", "2026-11-22T07:00", "2026-11-23T07:00"])
    #expect(days[1].count == 1 + 7)
  }
}
