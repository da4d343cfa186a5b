import TestSupport
import Testing

@testable import AlarmClock

@Suite struct ScheduleTests {
  static func armed(
    _ alarmID: String, _ recurrence: Recurrence, after: Instant, isSkipped: Bool = false
  ) throws -> ArmedOccurrence {
    let alarm = Alarm(id: alarmID, recurrence: recurrence)
    return ArmedOccurrence(
      occurrence: try #require(recurrence.next(after: after, in: .utc)), plan: Settings().plan(for: alarm),
      recurrence: recurrence, isSkipped: isSkipped)
  }

  /// Returns an alarm that rings at 07:00 each day.
  private func daily(
    after moment: String = "2026-11-21T00:00:00Z", isSkipped: Bool = false
  ) throws -> ArmedOccurrence {
    try Self.armed(
      "daily", .weekly(.daily, at: try time("07:00")), after: try instant(moment), isSkipped: isSkipped)
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

  /// As after a power cut, or when the clock stood still. After years the first occurrence and those of a week pass.
  @Test(arguments: [("2026-11-21T00:00:00Z", 3), ("1970-01-01T00:00:00Z", 1 + 7)])
  func aJumpPassesTheOccurrencesOfTheLastWeek(from: String, count: Int) throws {
    var schedule = Schedule()
    schedule.arm(try daily(after: from))
    let taken = schedule.takeDue(at: try instant("2026-11-23T07:10:00Z"), in: .utc)
    #expect(taken.count == count)
    #expect(
      taken.suffix(3).map(\.occurrence.key.description)
        == ["2026-11-21T07:00", "2026-11-22T07:00", "2026-11-23T07:00"])
    #expect(schedule.first?.occurrence.key.description == "2026-11-24T07:00")
  }
}
