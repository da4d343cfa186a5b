import Control
import Glibc
import TestSupport
import Testing

struct SilentDaemonTests {
  /// The last four may take long, so they first check whether the daemon still answers others.
  static let commands = [
    ["status"], ["alarm", "add", "07:30"], ["next", "--json"], ["doctor"], ["log"], ["sound", "preview", "bell"],
    ["card", "test"],
  ]

  @Test func commandsEndWhenTheDaemonDoesNotAnswer() async throws {
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
    }
  }

  @Test func aCommandThatWaitsForAPersonIsNotAffected() async throws {
    try await Clock.run { clock in
      clock.patience = nil
      let result = try await clock.rouse("card", "test", "--for", "12s")
      #expect(result.code == Control.ExitCode.nothingFound.rawValue, "\(result.errors)")
    }
  }
}
