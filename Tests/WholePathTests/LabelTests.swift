import Control
import TestSupport
import Testing

@Suite struct LabelTests {
  @Test func renamesTheSecondAlarmOfALabelAndAsksWhichWhereLettersDiffer() async throws {
    try await Clock.run { clock in
      let work = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work")
      let added = try await clock.rouse("alarm", "add", "08:30", "--days", "daily", "--label", "Work")
      #expect(added.code == 0, "\(added)")
      #expect(added.errors.contains("Another alarm is called Work, so this one is called Work 2."), "\(added)")
      try await clock.succeed("alarm", "copy", "Work", "--time", "09:30")
      let gym = try await clock.addAlarm("18:00", "--days", "daily", "--label", "Gym")
      try await clock.succeed("alarm", "edit", "Gym", "--label", "Work")
      #expect(try await clock.alarms.map(\.label).sorted() == ["Work", "Work 2", "Work 3", "Work 4"])
      #expect(try await clock.alarms.first { $0.id == gym }?.label == "Work 4")
      try await clock.succeed("alarm", "disable", "Work")
      #expect(try await clock.alarms.filter { !$0.enabled }.map(\.id) == [work])
      // Disabling an alarm, or editing something else, keeps its label.
      try await clock.succeed("alarm", "edit", "Work", "--volume", "40")
      #expect(try await clock.alarms.first { $0.id == work }?.label == "Work")

      let first = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Tea")
      let second = try await clock.addAlarm("08:30", "--days", "daily", "--label", "TEA")
      try await clock.succeed("alarm", "disable", "TEA")
      let refused = try await clock.rouse(["alarm", "skip", "tea"])
      #expect(refused.code == 64 && refused.errors.contains("2 alarms are called tea"), "\(refused)")
      for said in ["\(first) (Tea, daily 07:30, on)", "\(second) (TEA, daily 08:30, off)"] {
        #expect(refused.errors.contains(said), "\(refused)")
      }
      #expect(try await clock.alarms.allSatisfy { !$0.skipNext })
      try await clock.succeed("alarm", "remove", "TEA")
      try await clock.succeed("alarm", "skip", "tea")
      #expect(try await clock.alarms.filter(\.skipNext).map(\.id) == [first])
    }
  }
}
