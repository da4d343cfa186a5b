import Control
import Glibc
import TestSupport
import Testing

/// Waiting in scripts without polling (`rouse wait` and `rouse daemon --ready-fd`), and for a daemon that is silent.
struct WaitTests {
  @Test func itWaitsForARingAndForItsEndAndSaysWhatItWaitedForInVain() async throws {
    try await Clock.run { clock in
      for goal in ["ringing", "armed"] {
        try await clock.expect(
          ["wait", goal, "--for", "0s"], code: 1, says: "the clock was not \(goal) within 0s.",
          "no alarm rings, and none is set")
      }
      try await clock.succeed("wait", "idle", "--for", "0s")
      try await clock.succeed("alarm", "add", "+1s", "--label", "Check")
      try await clock.succeed("wait", "armed", "--for", "0s")
      try await clock.succeed("wait", "ringing", "--for", "2m")
      try await clock.succeed("mock", "show", clock.card("right"))
      try await clock.succeed("wait", "idle", "--for", "2m")
      let log = try await clock.succeed("log")
      #expect(log.contains("fired") && log.contains("dismiss_success_qr"))
    }
  }

  @Test func aDescriptorThatNothingIsOpenForIsRefused() async throws {
    try await Clock.withoutDaemon { clock in
      for descriptor in ["99999", "0"] {
        let words = ["daemon", "--ready-fd", descriptor, "--board", "mock", "--state", clock.statePath]
        try await clock.expect(words, code: 64, says: "it is not open for writing")
      }
    }
  }

  /// The last four may take long, so they first check whether the daemon still answers others.
  static let commands = [
    ["status"], ["alarm", "add", "07:30"], ["next", "--json"], ["doctor"], ["log"], ["sound", "preview", "bell"],
    ["card", "test"],
  ]

  @Test func commandsEndWhenTheDaemonDoesNotAnswerUnlessTheyWaitForAPerson() async throws {
    try await Clock.run { clock in
      clock.patience = nil
      let id = try #require(clock.daemonID)
      #expect(kill(id, SIGSTOP) == 0)
      defer { kill(id, SIGCONT) }
      let running = try Self.commands.map { ($0, try clock.begin($0)) }
      for (words, command) in running {
        let result = try await command.result()
        #expect(result.code == Control.ExitCode.noAnswer.rawValue, "\(words): \(result.output) \(result.errors)")
        for part in ["did not answer within 10 s", "why:", "fix:", "still works:"] {
          #expect(result.errors.contains(part), "\(words)")
        }
      }
      clock.patience = 1
      #expect(try await clock.rouse("status").errors.contains("did not answer within 1 s"))
      clock.patience = nil
      kill(id, SIGCONT)
      try await clock.succeedPatiently("status")
      #expect(try await clock.rouse("card", "test", "--for", "12s").code == Control.ExitCode.nothingFound.rawValue)
    }
  }
}
