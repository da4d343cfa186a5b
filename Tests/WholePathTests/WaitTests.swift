import Glibc
import TestSupport
import Testing

/// Waiting in scripts without polling: `rouse wait` and `rouse daemon --ready-fd`.
@Suite struct WaitTests {
  @Test func itWaitsForARingAndForItsEnd() async throws {
    try await Clock.run { clock in
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

  @Test func itSaysWhatItWaitedForInVain() async throws {
    try await Clock.run(card: false) { clock in
      for goal in ["ringing", "armed"] {
        let result = try await clock.rouse("wait", goal, "--for", "0s")
        #expect(result.code == 1 && result.errors.contains("the clock was not \(goal) within 0s."), "\(result)")
        #expect(result.errors.contains("no alarm rings, and none is set"), "\(result)")
      }
    }
  }

  @Test func aDescriptorThatNothingIsOpenForIsRefused() async throws {
    try await Clock.withoutDaemon { clock in
      for words in [["daemon", "--ready-fd", "99999"], ["daemon", "--ready-fd", "0"]] {
        let result = try await clock.rouse(words + ["--board", "mock", "--state", clock.statePath])
        #expect(result.code == 64 && result.errors.contains("nothing is open for writing there"), "\(result.errors)")
      }
    }
  }
}
