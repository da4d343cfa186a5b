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

  @Test(arguments: [
    ("ringing", "the clock was not ringing within 0s.", "no alarm rings, and none is set"),
    ("armed", "the clock was not armed within 0s.", "no alarm rings, and none is set"),
  ])
  func itSaysWhatItWaitedForInVain(goal: String, what: String, why: String) async throws {
    try await Clock.run(card: false) { clock in
      let result = try await clock.rouse("wait", goal, "--for", "0s")
      #expect(result.code == 1)
      #expect(result.errors.contains(what) && result.errors.contains(why), "\(result.errors)")
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
