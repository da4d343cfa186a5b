import Control
import Glibc
import Testing

struct RestartTests {
  @Test func aDaemonThatIsStoppedOrKilledRingsOnWhenItStartsAgain() async throws {
    try await Clock.run { clock in
      let id = try await clock.ring()
      #expect(try await clock.end(SIGTERM).code == 0)
      try await clock.start()
      try await clock.untilRinging()
      let names = try await clock.log.map(\.event)
      let stopped = try #require(names.firstIndex(of: "daemon_stopped"))
      #expect(names[..<stopped].contains("audio_stopped"), "the speaker was silenced before the end")
      #expect(try await clock.events("resumed").map(\.alarmId) == [id])

      #expect(try await clock.end(SIGKILL).code == 137)
      try await clock.start()
      try await clock.untilRinging()
      #expect(try await clock.events("resumed").map(\.alarmId) == [id, id])
      #expect(try await clock.status.rings.map(\.alarmId) == [id])

      try await clock.dismiss()
      try await clock.eventually("the outcome is stored") { try await !clock.events("dismiss_success_qr").isEmpty }
      try await clock.restart(SIGKILL)
      #expect(try await clock.status.state == .idle)
      #expect(try await clock.status.rings.isEmpty)
      #expect(try await clock.events("resumed").count == 2)
      #expect(try await clock.alarms.map(\.enabled) == [false])
    }
  }

  @Test func aSignalThatComesAsSoonAsItAnswersOrWasBlockedStopsIt() async throws {
    try await Clock.withoutDaemon { clock in
      for _ in 0..<10 {
        try await clock.start()
        #expect(try await clock.end(SIGTERM).code == 0)
      }
      // A process inherits its blocked signals, and Dispatch threads, which may start programs, block all of them.
      try await clock.start(through: ["/usr/bin/env", "--block-signal=TERM"])
      #expect(try await clock.end(SIGTERM).code == 0)
    }
  }
}
