import Control
import TestSupport
import Testing

@Suite struct AlarmChangeTests {
  private let user = UserDatabase.ownName

  @Test func logsEachChangeWithItsOriginAndNothingWhereNothingChanged() async throws {
    try await Clock.run { clock in
      let id = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work", "--volume", "80")
      let steps: [(words: [String], event: String, said: String)] = [
        (["alarm", "edit", "Work", "--volume", "0"], "alarm_changed", "volume 80 → 0 (by \(user))"),
        (["alarm", "edit", "Work", "--sound", "off"], "alarm_changed", "sound tone → off (by \(user))"),
        (["undo"], "alarm_changed", "sound off → tone (default) (by \(user), undo)"),
        (["alarm", "skip", "Work"], "alarm_changed", "state on → skips next (by \(user))"),
        (["alarm", "unskip", "Work"], "alarm_changed", "state skips next → on (by \(user))"),
        (["alarm", "disable", "Work"], "alarm_changed", "state on → off (by \(user))"),
        (["alarm", "edit", "Work", "--label", "Early"], "alarm_changed", "label Work → Early (by \(user))"),
        (["settings", "set", "volume", "33"], "settings_changed", "volume 80 → 33 (by \(user))"),
        (["undo"], "settings_changed", "volume 33 → 80 (default) (by \(user), undo)"),
        (["alarm", "remove", "Early"], "alarm_removed", "by \(user)"),
        (["undo"], "alarm_changed", "added, daily 07:30 (by \(user), undo)"),
      ]
      #expect(try await clock.events("alarm_changed").map(\.detail) == ["added, daily 07:30 (by \(user))"])
      for (words, event, said) in steps {
        let before = try await clock.events(event).count
        try await clock.succeed(words)
        let events = try await clock.events(event)
        #expect(events.count == before + 1 && events.last?.detail == said, "\(words): \(events)")
        if event != "settings_changed" { #expect(events.last?.alarmId == id) }
      }
      let before = try await clock.log.filter { $0.event.hasSuffix("_changed") }.count
      try await clock.succeed("alarm", "edit", id, "--time", "07:30")
      try await clock.succeed("settings", "set", "volume", "default")
      #expect(try await clock.log.filter { $0.event.hasSuffix("_changed") }.count == before)
    }
  }

  @Test func logsWhatAnImportChanged() async throws {
    try await Clock.run { clock in
      _ = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work", "--volume", "80")
      _ = try await clock.addAlarm("09:00", "--days", "daily", "--label", "Gym")
      try await clock.succeed("settings", "set", "volume", "33")
      let copy = clock.folder + "/copy"
      try await clock.succeed("backup", copy)
      try await clock.succeed("settings", "set", "volume", "44")
      try await clock.succeed("alarm", "edit", "Work", "--volume", "20", "--time", "08:00")
      try await clock.succeed("alarm", "remove", "Gym")
      let before = try await clock.log.count
      try await clock.succeed("import", copy, "--theirs", "--yes")
      let logged = try await clock.log.dropFirst(before).filter { $0.event.hasSuffix("_changed") }
      #expect(
        logged.map { "\($0.label ?? ""): \($0.detail ?? "")" } == [
          "Work: volume 20 → 80, another time (by \(user), import)", "Gym: added (by \(user), import)",
          ": volume 44 → 33 (by \(user), import)",
        ], "\(logged)")
    }
  }

  @Test func renamesTheSecondAlarmOfALabelAndAsksWhichWhereLettersDiffer() async throws {
    try await Clock.run { clock in
      let work = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work")
      try await clock.expect(
        ["alarm", "add", "08:30", "--days", "daily", "--label", "Work"], code: 0,
        says: "Another alarm is called Work, so this one is called Work 2.")
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
      try await clock.expect(
        ["alarm", "skip", "tea"], code: 64, says: "2 alarms are called tea", "\(first) (Tea, daily 07:30, on)",
        "\(second) (TEA, daily 08:30, off)")
      #expect(try await clock.alarms.allSatisfy { !$0.skipNext })
      try await clock.succeed("alarm", "remove", "TEA")
      try await clock.succeed("alarm", "skip", "tea")
      #expect(try await clock.alarms.filter(\.skipNext).map(\.id) == [first])
    }
  }
}
