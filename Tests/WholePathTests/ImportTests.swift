import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

/// Synchronizing two clocks: copies of one are piped into the other, with choices.
struct ImportTests {
  private struct Shown: Decodable {
    var items: [ImportItem]
    var cards: ImportCards?
    var alike: Int
    var leftOut: [String]
    var result: ImportView?
    var schema: Int
  }

  /// Runs a test with two clocks that each know a card. Both have an alarm `Work` with the same id, because bedroom
  /// began as a copy: kitchen at 07:15 with volume 33, bedroom at 07:30 with 80. Kitchen also has a preset.
  func twoClocks(_ test: (_ bedroom: Clock, _ kitchen: String) async throws -> Void) async throws {
    try await Clock.run { bedroom in
      let kitchen = bedroom.folder + "/k"
      _ = try bedroom.launch(state: bedroom.folder + "/kitchen", socket: kitchen)
      try await bedroom.succeed("alarm", "add", "07:30", "--days", "mon-fri", "--label", "Work")
      let copy = bedroom.folder + "/beginning"
      try await bedroom.succeed("backup", copy)
      try await bedroom.eventually("the kitchen's answers") {
        try await bedroom.rouse("status", "--socket", kitchen).code == 0
      }
      try await bedroom.succeed("restore", copy, "--socket", kitchen, "--yes")
      try await bedroom.succeed("alarm", "edit", "Work", "--time", "07:15", "--socket", kitchen)
      try await bedroom.succeed("settings", "set", "volume", "33", "--socket", kitchen)
      try await bedroom.succeed("timer", "preset", "add", "tea", "4m", "--socket", kitchen)
      try await test(bedroom, kitchen)
    }
  }

  func pipe(_ options: String, _ bedroom: Clock, from kitchen: String) async throws -> Program.Result {
    try await bedroom.type([
      "set -o pipefail",
      "rouse backup - --socket \(kitchen) | rouse import - \(options) --socket \(bedroom.socketPath)",
    ])
  }

  func rules(_ clock: Clock) async throws -> [String] {
    try await clock.alarms.map { "\($0.label) \($0.rule)" }
  }

  @Test func aCopyGoesThroughAPipeAndIsShownBeforeItIsTaken() async throws {
    try await twoClocks { bedroom, kitchen in
      let shown = try await pipe("--dry-run", bedroom, from: kitchen)
      #expect(shown.code == 0 && shown.errors.isEmpty, "\(shown)")
      for line in [
        "Alarms:\n  Work: mine Mon-Fri 07:30, theirs Mon-Fri 07:15\n", "  tea: only theirs, 4m; added\n",
        "  volume: mine 80, theirs 33\n", "Nothing was changed.\n",
        "Not imported: log, history, pictures of rings, running timers.",
      ] { #expect(shown.output.contains(line), "\(line) in \(shown.output)") }
      #expect(!shown.output.contains("Cards:"))
      // There is no terminal to ask at.
      let unsaid = try await pipe("", bedroom, from: kitchen)
      #expect(unsaid.code == 64 && unsaid.errors.contains("2 differences left to choose"), "\(unsaid)")
      #expect(try await rules(bedroom) == ["Work Mon-Fri 07:30"])

      func read(_ options: String) async throws -> Shown {
        let result = try await pipe(options + " --json", bedroom, from: kitchen)
        #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
        return try decoded(Shown.self, result.output)
      }
      let document = try await read("--dry-run")
      #expect(document.schema == 1 && document.result == nil && document.cards == nil)
      #expect(document.items.map(\.name) == ["Work", "tea", "volume"])
      #expect(document.items.map(\.theirs) == ["Mon-Fri 07:15", "4m", "33"])

      let done = try await pipe("--theirs --yes", bedroom, from: kitchen)
      #expect(done.code == 0, "\(done)")
      #expect(done.output.contains("Imported from standard input: 1 added, 2 changed.\nThe earlier data is in "))
      #expect(done.output.contains("-before-import.sqlite. To go back: rouse restore "))
      #expect(try await rules(bedroom) == ["Work Mon-Fri 07:15"])
      #expect(try await bedroom.status.next?.time.contains("T07:15") == true)
      #expect(try await bedroom.events("imported").count == 1)
      #expect(try await bedroom.rouse("undo").code == 1)
      for options in ["--theirs", "--mine", "--both", ""] {
        let again = try await pipe(options, bedroom, from: kitchen)
        #expect(again.code == 0 && again.output.contains("Nothing to do: this clock already has"), "\(again)")
      }
      // The backup that the import made restores the old state.
      let before = try #require(
        Files.names(bedroom.statePath + "/backups").first { $0.hasSuffix("-before-import.sqlite") })
      try await bedroom.succeed("restore", "\(bedroom.statePath)/backups/\(before)", "--yes")
      #expect(try await rules(bedroom) == ["Work Mon-Fri 07:30"])
      let mine = try #require(try await read("--mine").result)
      #expect(mine.added == 1 && mine.changed == 0 && mine.before != nil)
      #expect(try await read("--mine").result?.before == nil)
      let both = try await bedroom.type([
        "rouse backup - --socket \(bedroom.socketPath) | rouse import - --both --socket \(kitchen)"
      ])
      #expect(both.output.contains(": 1 added, 0 changed."), "\(both)")
      #expect(both.errors.contains("Another alarm is called Work, so one that came is called Work 2 ("), "\(both)")
      let list = try await bedroom.succeed("alarm", "list", "--socket", kitchen)
      #expect(list.contains("Work 2") && list.contains("Mon-Fri 07:15") && list.contains("Mon-Fri 07:30"))
    }
  }

  @Test func somebodyAtATerminalChoosesOneByOne() async throws {
    try await twoClocks { bedroom, kitchen in
      let copy = bedroom.folder + "/copy"
      try await bedroom.succeed("backup", copy, "--socket", kitchen)
      let leaving = try bedroom.atTerminal(["import", copy])
      try await leaving.untilSaid("one by one (o)? ")
      leaving.type("\u{4}")
      #expect(try await leaving.code() == 1 && leaving.output.contains("nothing was changed"))
      // What changes while somebody reads is shown again.
      let late = try bedroom.atTerminal(["import", copy])
      try await late.untilSaidNext("one by one (o)? ")
      try await bedroom.succeed("alarm", "edit", "Work", "--time", "06:45")
      late.type("t\r")
      try await late.answer("Type yes to go on: ", "yes")
      try await late.untilSaidNext("Work: mine Mon-Fri 06:45, theirs Mon-Fri 07:15")
      #expect(try await late.code() == 75, "\(late.output)")
      #expect(late.output.contains("no longer as it was when it was shown; nothing was changed"))
      #expect(try await rules(bedroom) == ["Work Mon-Fri 06:45"])
      try await bedroom.succeed("alarm", "edit", "Work", "--time", "07:30")

      let program = try bedroom.atTerminal(["import", copy])
      try await program.answer("one by one (o)? ", "o")
      try await program.answer("(b)? ", "both")
      try await program.answer("volume: mine 80, theirs 33. Take mine (m) or theirs (t)? ", "b")
      try await program.answer("Both is not possible here. ", "t")
      try await program.untilSaidNext("Result: 1 added, 1 taken from theirs, 1 copied next to mine.")
      try await program.answer("Type yes to go on: ", "yes")
      #expect(try await program.code() == 0, "\(program.output)")
      #expect(try await rules(bedroom) == ["Work Mon-Fri 07:30", "Work 2 Mon-Fri 07:15"])
      #expect(try await bedroom.succeed("settings", "get", "volume") == "33\n")
    }
  }

  @Test func theirCardsEndTheRingsThatFollow() async throws {
    try await twoClocks { bedroom, kitchen in
      try await bedroom.succeed("card", "add", "left", "--image", bedroom.card("left"), "--socket", kitchen)
      try await bedroom.succeed("card", "remove", "right", "--yes", "--socket", kitchen)
      try await bedroom.succeed("alarm", "edit", "Work", "--card", "right")
      let shown = try await pipe("--mine --cards --dry-run", bedroom, from: kitchen)
      #expect(shown.output.contains("Cards:\n  mine right; theirs left. Their cards replace yours. "), "\(shown)")
      #expect(shown.output.contains("right is not among the cards here: every card ends it"), "\(shown)")
      let done = try await pipe("--mine --cards --yes", bedroom, from: kitchen)
      #expect(done.output.contains(", and their cards."), "\(done)")
      // Again: identical cards stay, and the rest is imported.
      for (options, said) in [
        ("--mine --cards --yes", "Nothing to do: yours stays."), ("--theirs --cards --yes", ": 0 added, 2 changed.\n"),
        ("--theirs --cards --json --yes", "\"result\":null"),
      ] {
        let again = try await pipe(options, bedroom, from: kitchen)
        #expect(again.code == 0 && again.output.contains(said), "\(options): \(again)")
      }
      let id = try await bedroom.ring()
      #expect(try await pipe("--theirs --yes", bedroom, from: kitchen).code == 75)
      try await bedroom.show("left")
      try await bedroom.untilIdle()
      #expect(try await bedroom.events("dismiss_success_qr").map(\.alarmId) == [id])
    }
  }

  @Test func whatIsNoCopyIsRefused() async throws {
    try await Clock.run { clock in
      for (input, code) in [
        ("/dev/null", Int32(65)), ("printf 'no clock at all'", 65), ("head -c 70000 /dev/zero", 65),
        ("rouse backup - --socket \(clock.socketPath) | head -c 20000", 65),
      ] {
        let from = input.hasPrefix("/") ? "cat \(input)" : input
        for verb in ["import - --dry-run", "restore - --yes"] {
          let result = try await clock.type(["\(from) | rouse \(verb) --socket \(clock.socketPath)"])
          #expect(result.code == code, "\(verb) \(input): \(result)")
          for word in ["why:", "fix:", "nothing was changed"] { #expect(result.errors.contains(word), "\(result)") }
        }
      }
      let text = clock.folder + "/text"
      try Files.write("no clock at all\n", to: text)
      for (path, code) in [(text, Int32(65)), ("/dev/null", 65), (clock.folder, 65), (clock.folder + "/missing", 66)] {
        try await clock.expect(["restore", path, "--yes"], code: code, says: "why:", "fix:")
      }
      // A backup is not written to or read from a terminal, and cannot be combined with JSON.
      let shown = try clock.atTerminal(["backup", "-"])
      #expect(try await shown.code() == 64 && shown.output.contains("not written to a terminal"))
      let typed = try clock.atTerminal(["import", "-"])
      #expect(try await typed.code() == 64 && typed.output.contains("standard input is a terminal"))
      #expect(try await clock.rouse("backup", "-", "--json").code == 64)
      let whole = try await clock.type([
        "cd \(clock.folder); rouse backup - --socket \(clock.socketPath) > out 2> errors; cat errors; "
          + "rouse restore - --yes --socket \(clock.socketPath) < out"
      ])
      #expect(whole.code == 0 && whole.output.hasPrefix("Restored from "), "\(whole)")
    }
  }

  @Test func aCalendarThatSkipsMoreThanHolidaysDoHasToBeConfirmed() async throws {
    try await twoClocks { bedroom, kitchen in
      let file = bedroom.folder + "/all.ics"
      let today = try await bedroom.type(["date +%Y%m%d"]).output.filter(\.isNumber)
      let event = "DTSTART;VALUE=DATE:\(today)\nRRULE:FREQ=DAILY;COUNT=21\nSUMMARY:Off"
      try Files.write("BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n", to: file)
      try await bedroom.succeed("calendar", "add", file, "--name", "all", "--yes", "--socket", kitchen)
      for choice in ImportChoice.allCases {
        let refused = try await pipe("--\(choice)", bedroom, from: kitchen)
        #expect(refused.code == (choice == .theirs ? 64 : 1) && refused.errors.contains("`--yes`"), "\(refused)")
        #expect(choice == .theirs || refused.errors.contains("its calendar all: it would skip "))
      }
      #expect(try await rules(bedroom) == ["Work Mon-Fri 07:30"])
      #expect(try await !bedroom.succeed("calendar", "list").contains("all"))
      let done = try await pipe("--theirs --yes", bedroom, from: kitchen)
      #expect(done.code == 0 && done.output.contains("look twice: it would skip "), "\(done)")
      #expect(try await bedroom.succeed("calendar", "list").contains("all"))
    }
  }

  @Test func calendarsThatOnlyTogetherSkipMoreHaveToBeConfirmedToo() async throws {
    try await twoClocks { bedroom, kitchen in
      // Two weeks from today; each calendar takes every second day.
      for (name, first) in [("odd", 1), ("even", 2)] {
        let start = try await bedroom.type(["date -d '+\(first) days' +%Y%m%d"]).output.filter(\.isNumber)
        let event = "DTSTART;VALUE=DATE:\(start)\nRRULE:FREQ=DAILY;INTERVAL=2;COUNT=7\nSUMMARY:Off"
        let file = bedroom.folder + "/\(name).ics"
        try Files.write("BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n", to: file)
        try await bedroom.succeed("calendar", "add", file, "--name", name, "--yes", "--socket", kitchen)
      }
      let refused = try await pipe("--mine", bedroom, from: kitchen)
      #expect(refused.code == 1, "\(refused)")
      #expect(refused.output.contains("  Look twice: its 2 calendars together would skip "), "\(refused)")
      #expect(refused.errors.contains("its 2 calendars together would skip ") && refused.errors.contains("`--yes`"))
      #expect(try await !bedroom.succeed("calendar", "list").contains("odd"))
      try #require(try await pipe("--theirs --yes", bedroom, from: kitchen).code == 0)
      #expect(try await bedroom.succeed("calendar", "list").contains("even"))
    }
  }
}
