import Control
import Glibc
import TestSupport
import Testing

/// Commands that cannot be undone: they ask at a terminal, and require `--yes` without one.
@Suite struct AskingTests {
  private static let prompt = "Type yes to go on: "

  /// Runs a test with a clock that has a second card, its own sound and pictures of a ring, and with a backup of it.
  private func run(_ test: (Clock, _ copy: String) async throws -> Void) async throws {
    try await Clock.run { clock in
      try await clock.succeed("card", "add", "spare", "--image", clock.card("spare"))
      try await clock.succeed("sound", "add", try clock.wave("owl.wav"))
      let gym = ["--days", "daily", "--label", "Gym", "--card", "spare", "--sound", "owl"]
      try await clock.succeed(["alarm", "add", "07:30"] + gym)
      try await clock.succeed("alarm", "disable", "Gym")
      try Self.keepPicture(of: clock)
      let copy = clock.folder + "/copy"
      try await clock.succeed("backup", copy)
      try await test(clock, copy)
    }
  }

  private static func keepPicture(of clock: Clock) throws {
    let path = clock.statePath + "/evidence/" + ring
    for folder in [clock.statePath + "/evidence", path] { mkdir(folder, 0o700) }
    try Files.write("x", to: path + "/01.png")
  }

  private static let ring = "2026-11-21T070105Z-k3f9xa"

  private static func losses(_ copy: String) -> [(words: [String], said: [String])] {
    [
      (["card", "remove", "spare"], ["1 card remains: right.", "No other card could end the alarm Gym ("]),
      (["sound", "remove", "owl"], ["It is used by the alarm Gym ("]),
      (["evidence", "delete", "2026-11-21"], ["1 picture of 1 ring will be deleted: \(ring)"]),
      (["evidence", "delete", "--all"], ["1 picture of 1 ring will be deleted: \(ring)"]),
      (["restore", copy], ["replace the current data: 1 alarm, 2 cards, 1 setting"]),
    ]
  }

  private func all(_ clock: Clock) async throws -> [String] {
    [
      try await clock.succeed("card", "list", "--json"), try await clock.succeed("settings", "list", "--json"),
      try await clock.succeed("sound", "list", "--category", "own", "--json"),
      try await clock.succeed("evidence", "list", "--json"),
    ]
  }

  @Test func whatCannotBeUndoneTakesAYesTypedOrGiven() async throws {
    try await run { clock, copy in
      try await clock.succeed("settings", "set", "volume", "33")
      let before = try await all(clock)
      for (words, said) in Self.losses(copy) {
        for (answer, code, farewell) in [
          ("no\r", Int32(1), "the answer was not yes; nothing was changed"),
          ("\r", 1, "the answer was not yes; nothing was changed"),
          // Ctrl-D and Ctrl-C.
          ("\u{4}", 1, "there was no answer; nothing was changed"), ("\u{3}", 130, "nothing was changed."),
        ] {
          let program = try clock.atTerminal(words)
          try await program.untilSaid(Self.prompt)
          for text in said { #expect(program.output.contains(text), "\(words): \(program.output)") }
          program.type(answer)
          #expect(try await program.code() == code, "\(words) \(answer.debugDescription): \(program.output)")
          #expect(program.output.contains(farewell), "\(program.output)")
        }
      }
      // Without a terminal.
      let more = [["data", "erase", "--all", "--now"], ["import", copy, "--theirs"]]
      for words in Self.losses(copy).map(\.words) + more {
        try await clock.expect(words, code: 64, says: "fix: check the command, and add `--yes`")
      }
      // What is refused anyway is not asked about.
      for words in [
        ["card", "remove", "nobody"], ["sound", "remove", "tone"], ["evidence", "delete", "1999"],
        ["restore", "/nowhere"],
      ] {
        let program = try clock.atTerminal(words)
        #expect(try await program.code() != 0)
        #expect(!program.output.contains("yes"), "\(program.output)")
      }
      #expect(try await all(clock) == before)

      for isGiven in [false, true] {
        try Self.keepPicture(of: clock)
        for (words, _) in Self.losses(copy) where words != ["evidence", "delete", "--all"] {
          let program = try clock.atTerminal(words + (isGiven ? ["--yes"] : []))
          if !isGiven {
            try await program.untilSaid(Self.prompt)
            program.type("yes\r")
          }
          #expect(try await program.code() == 0, "\(program.output)")
          #expect(program.output.contains(Self.prompt) != isGiven)
        }
        // The last command, a restore, has brought everything back.
        #expect(try await clock.decode(ListCards.Reply.self, "card", "list", "--json").cards.count == 2)
        #expect(try await clock.succeed("settings", "get", "volume") == "80\n")
        #expect(Files.names(clock.statePath + "/evidence").isEmpty)
        #expect(try await clock.rouse("sound", "show", "owl").code == 0)
        // `undo` does not reach back beyond a restore.
        #expect(try await clock.rouse("undo").code == 1)
      }
    }
  }

  @Test func anUndoTakesBackWhatPeopleDidLastButNoLock() async throws {
    try await Clock.run { clock in
      #expect(try await clock.rouse("undo").code == 1)
      let id = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work")
      let edited = try await clock.succeed("alarm", "edit", "Work", "--wake-check", "10m", "--volume", "20")
      #expect(edited.hasPrefix("volume 80 → 20, wake-check off → 10m.\nAlarm \(id) (Work) rings "))
      let undone = try await clock.succeed("undo")
      #expect(undone.hasPrefix("Undone after "))
      #expect(undone.contains(": volume 20 → 80 (default), wake-check 10m → off (default).\nAlarm \(id) (Work) rings "))
      try await clock.expect(["undo"], code: 1, says: "only one is remembered")

      #expect(
        try await clock.succeed("alarm", "remove", "Work").contains("is removed.\nNext: no alarm will ring."))
      #expect(try await clock.decode(Undone.self, "undo", "--json").alarm?.alarm.id == id)
      #expect(try await clock.alarms.map(\.id) == [id])
      #expect(try await clock.events("change_undone").count == 2)

      try await clock.succeed("pause", "--until", "tomorrow")
      let unpaused = try await clock.succeed("undo")
      #expect(unpaused.contains("The pause of all repeating alarms is off.\nThe first to ring again is Work ("))
      try await clock.restart()
      #expect(try await clock.rouse("undo").errors.contains("since the service started"))
      // A lock is said, and not undone.
      let added = try await clock.rouse("alarm", "add", "+20m", "--label", "Nap", "--cancel-lock", "1h")
      #expect(added.errors == "note: This alarm is locked now, until it has rung.\n")
      try await clock.expect(["undo"], code: 75, says: "is locked")
      #expect(try await clock.alarms.map(\.label) == ["Work", "Nap"])
    }
  }
}
