import Control
import Glibc
import Testing

struct RestartTests {
  @Test func aKilledDaemonRingsOnWhenItStartsAgain() async throws {
    try await Clock.run { clock in
      let id = try await clock.ring()
      let end = try await clock.end(SIGKILL)
      #expect(end.code == 137)
      try await clock.start()
      try await clock.untilRinging()
      #expect(try await clock.events("resumed").map(\.alarmId) == [id])
      #expect(try await clock.status.rings.map(\.alarmId) == [id])

      try await clock.show("right")
      try await clock.untilIdle()
      try await clock.eventually("the outcome is stored") { try await !clock.events("dismiss_success_qr").isEmpty }
      _ = try await clock.end(SIGKILL)
      try await clock.start()
      #expect(try await clock.status.state == .idle)
      #expect(try await clock.status.rings.isEmpty)
      #expect(try await clock.events("resumed").count == 1)
      #expect(try await clock.alarms.map(\.enabled) == [false])
    }
  }

  @Test func aDaemonThatIsToldToStopLeavesEveryDeviceInertAndResumesTheRing() async throws {
    try await Clock.run { clock in
      let id = try await clock.ring()
      let end = try await clock.end(SIGTERM)
      #expect(end.code == 0)
      try await clock.start()
      try await clock.untilRinging()
      let names = try await clock.log.map(\.event)
      let stopped = try #require(names.firstIndex(of: "daemon_stopped"))
      #expect(names[..<stopped].contains("audio_stopped"), "the speaker was silenced before the end")
      #expect(try await clock.events("resumed").map(\.alarmId) == [id])
      try await clock.show("right")
      try await clock.untilIdle()
    }
  }

  @Test func aSignalThatComesAsSoonAsItAnswersStopsIt() async throws {
    try await Clock.withoutDaemon { clock in
      for _ in 0..<10 {
        try await clock.start()
        #expect(try await clock.end(SIGTERM).code == 0)
      }
    }
  }

  /// A process inherits its blocked signals, and Dispatch threads, which may start programs, block all of them.
  @Test func oneThatWhoeverStartedItHasBlockedStopsIt() async throws {
    try await Clock.withoutDaemon { clock in
      try await clock.start(through: ["/usr/bin/env", "--block-signal=TERM"])
      #expect(try await clock.end(SIGTERM).code == 0)
    }
  }

  @Test func aRemovedAlarmsRingResumesToo() async throws {
    try await Clock.run { clock in
      let id = try await clock.ring()
      try await clock.succeed("alarm", "remove", id)
      _ = try await clock.end(SIGKILL)
      try await clock.start()
      try await clock.untilRinging()
      #expect(try await clock.alarms.isEmpty)
      try await clock.show("right")
      try await clock.untilIdle()
      #expect(try await clock.events("dismiss_success_qr").map(\.alarmId) == [id])
    }
  }

  @Test func whatWasSavedIsThereAfterAKill() async throws {
    try await Clock.run { clock in
      try await clock.succeed("alarm", "add", "07:30", "--days", "mon-fri", "--label", "Work")
      try await clock.succeed("settings", "set", "volume", "55")
      _ = try await clock.end(SIGKILL)
      try await clock.start()
      #expect(try await clock.alarms.map(\.label) == ["Work"])
      #expect(try await clock.alarms.map(\.values[.volume]) == [55])
      #expect(try await clock.status.next?.label == "Work")
    }
  }

  @Test func aSecondDaemonOnTheSameStateIsRefused() async throws {
    try await Clock.run { clock in
      let second = try await clock.launch(socket: clock.folder + "/t").result()
      #expect(second.code == 75)
      #expect(second.errors.contains("another daemon holds the state folder"))
      #expect(try await clock.rouse("status").code == 0)
    }
  }

  @Test func aLiveSocketIsNotStolen() async throws {
    try await Clock.run { clock in
      let second = try await clock.launch(state: clock.folder + "/other").result()
      #expect(second.code != 0)
      #expect(try await clock.status.storage.folder == clock.statePath)
    }
  }
}
