import Control
import Glibc
import TestSupport
import Testing

struct PipeTests {
  @Test func whatIsNoPlainFileIsRefusedAtOnce() async throws {
    try await Clock.run { clock in
      let (pipe, link) = (clock.folder + "/pipe", clock.folder + "/link")
      try #require(mkfifo(pipe, 0o600) == 0 && symlink(pipe, link) == 0)
      for path in [pipe, link, clock.socketPath, "/dev/zero", "/dev/tty", clock.folder] {
        for words in [
          ["restore"], ["sound", "add"], ["mock", "show"], ["card", "add", "x", "--image"],
          ["card", "test", "--image"], ["decode"],
        ] {
          #expect(try await clock.rouse(words + [path]).code == 65, "\(words) \(path)")
        }
        let daemon = try clock.launch(board: path, state: clock.folder + "/other", socket: clock.folder + "/o")
        #expect(try await daemon.result().code == 78, "\(path): \(daemon.errors)")
      }
      #expect(try await clock.status.state == .idle)
    }
  }

  @Test func aFollowerEndsWithItsReaderAndClosedStandardDescriptorsAreNotTakenForOthers() async throws {
    try await Clock.run { clock in
      // Nothing more happens that the follower could print.
      for words in ["mock watch", "mock watch --json", "log --follow", "log --follow --json", "camera aim"] {
        let result = try await clock.type("rouse \(words) | head -n 1; echo ${PIPESTATUS[0]}")
        let isEnded = result.output.split(separator: "\n").last == "141"
        #expect(isEnded && result.errors.isEmpty, "\(words): \(result)")
      }
      for closed in [">&-", "<&- >&-", "<&- >&- 2>&-"] {
        let result = try await clock.type("rouse sound preview bell --for 1s \(closed)")
        #expect(result.code == 74, "\(closed): \(result)")
        #expect(try await clock.type("rouse alarm add 07:30 \(closed)").code == 0)
      }
      #expect(try await clock.alarms.count == 3)
    }
  }

  @Test(arguments: [">&-", ">/dev/full", "| (exec <&-; sleep 1)"])
  func aChangeThatWasSavedIsNoFailureWhereverStdoutGoes(output: String) async throws {
    try await Clock.run { clock in
      let changes = [
        "alarm add 07:30 --days daily --label first", "alarm add 08:30 --json", "settings set volume 70",
        "timer start 1h --label tea", "alarm disable first", "backup \(clock.folder)/copy.sqlite",
        "card add other --image \(try clock.card("other"))",
      ]
      for change in changes {
        let result = try await clock.type("rouse \(change) \(output); exit ${PIPESTATUS[0]}")
        #expect(result.code == 0 && result.errors.contains("note: done, "), "\(change): \(result)")
      }
      #expect(try await clock.alarms.count == 2)
      #expect(access(clock.folder + "/copy.sqlite", F_OK) == 0)
      // A command that only reads has failed; on a closed pipe it ends silently, as usual.
      let asked = try await clock.type("rouse alarm list \(output); exit ${PIPESTATUS[0]}")
      #expect([74, 141].contains(asked.code), "\(asked)")
      // The picture of a card is shown only once; if that failed, the card is useless.
      let card = try await clock.type("rouse card new trial \(output); exit ${PIPESTATUS[0]}")
      #expect(card.code == 74 && card.errors.contains("rouse card remove"), "\(card)")
    }
  }

  @Test func nothingFromOutsideReachesATerminalOrTheJournalAsControl() async throws {
    try await Clock.run { clock in
      let evil = "a\u{1B}[2Jb\u{9B}31mc\u{202E}d\u{7F}\u{8}"
      let picture = "\(clock.folder)/\(evil).png"
      try Files.write(Files.bytes(try clock.card("right")), to: picture)
      try await clock.succeed("mock", "show", picture)
      var said: [Program.Result] = []
      for words in [
        ["mock", "state"], ["mock", "state", "--json"], ["mock", "history"], ["decode", picture],
        ["decode", picture, picture], ["decode", "--json", picture], ["alarm", "add", "07:30\(evil)"],
        ["alarm", "show", evil], ["card", "remove", evil], ["status", "--\(evil)"], [evil], ["help", evil],
        ["restore", "/nonexistent/\(evil)"], ["sound", "add", "/nonexistent/\(evil)"], ["mock", "fail", evil],
        ["mock", "show", "/nonexistent/\(evil)"], ["backup", "\(clock.folder)/\(evil)"], ["settings", "get", evil],
        ["status", "--socket", "/nonexistent/\(evil)"], ["timer", "start", evil], ["decode", "/nonexistent/\(evil)"],
        ["daemon", "--board", "/nonexistent/\(evil)"], ["log"], ["log", "--json"],
      ] { said.append(try await clock.rouse(words)) }
      let daemon = try await clock.end(SIGTERM)
      for result in said + [daemon] {
        for text in [result.output, result.errors] {
          let bad = text.unicodeScalars.filter { scalar in
            (scalar.properties.generalCategory == .control && scalar != "\n") || scalar == "\u{202E}"
          }
          #expect(bad.isEmpty, "\(text.debugDescription)")
        }
      }
      // JSON keeps the name unchanged, with escapes.
      #expect(said[1].output.contains(#"a\u001b[2Jb\u009b31mc\u202ed"#), "\(said[1].output)")
    }
  }
}
