import AlarmClock
import Control
import Glibc
import Testing

struct TimerTests {
  private static func timers(_ clock: Clock) async throws -> [TimerView] {
    try await clock.decode(ListTimers.Reply.self, "timer", "list", "--json").timers
  }

  private static func untilChiming(_ clock: Clock) async throws {
    try await clock.untilBoard("it chimes") { $0.speaker.playing && $0.vibration.duty > 0 }
  }

  private static func untilItLooks(_ clock: Clock) async throws {
    try await clock.untilBoard("it chimes, and the camera looks") { $0.speaker.playing && $0.camera.open }
  }

  @Test func aTimerCountsDownChimesOnTimeAndIsStopped() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      try await clock.succeed("settings", "set", "chime-for", "10m")
      var texts: Set<String> = []
      try await clock.succeed("timer", "start", "10m", "--label", "eggs")
      try await clock.eventually("the display counts down") {
        texts.insert(try await clock.mock.display.text)
        return texts.count { $0.hasPrefix(" 9:") } >= 2
      }
      try await clock.succeed("timer", "cancel", "eggs")
      let said = try await clock.succeed("timer", "start", "3s", "--label", "tea")
      #expect(said.hasPrefix("tea ends at ") && said.hasSuffix(" (in 3 s).\n"))
      let end = try #require(try await Self.timers(clock).first?.endsAt)
      try await Self.untilChiming(clock)
      #expect(try await clock.status.state == .idle)
      #expect(try await clock.status.timers.map(\.state) == [.chiming])
      try await clock.eventually("the display is at its end") { try await clock.mock.display.text == " 0:00" }
      let ended = try #require(try await clock.events("timer_ended").first)
      #expect(ended.label == "tea" && ended.alarmId == nil)
      let delay = try #require(RFC3339.parse(ended.time)) - (try #require(RFC3339.parse(end)))
      #expect(delay > .milliseconds(-10), "\(delay)")
      #expect(try await clock.succeed("timer", "stop") == "tea is stopped.\n")
      try await clock.eventually("nothing chimes") { try await !clock.mock.isSounding }
      #expect(try await Self.timers(clock).isEmpty)
      #expect(try await clock.rouse("timer", "stop").code == 0)
      try await clock.eventually("the time is back") { try await clock.mock.display.text != " 0:00" }
    }
  }

  @Test func aKilledDaemonsTimersEndOnTimeAndWhatEndedMeanwhileChimesLate() async throws {
    try await Clock.run { clock in
      try await clock.succeed("settings", "set", "chime-for", "10m")
      try await clock.succeed("timer", "start", "1h", "--label", "bread")
      try await clock.succeed("timer", "pause", "bread")
      let left = try #require(try await Self.timers(clock).first).left
      try await clock.succeed("timer", "preset", "add", "eggs", "6m", "--volume", "30")
      try await clock.succeed("timer", "start", "5s", "--label", "tea")
      _ = try await clock.end(SIGKILL)
      try await Task.sleep(for: .seconds(10))
      try await clock.start()
      try await Self.untilChiming(clock)
      let tea = try #require(try await Self.timers(clock).first { $0.label == "tea" })
      #expect(tea.state == .chiming && tea.late >= 5)
      #expect(try await clock.events("timer_ended").map { $0.detail?.hasSuffix("s late") } == [true])
      let bread = try #require(try await Self.timers(clock).first { $0.label == "bread" })
      #expect(bread.state == .paused && bread.left == left)
      try await clock.restart(SIGKILL)
      try await Self.untilChiming(clock)
      try await clock.succeed("timer", "stop", "tea")
      // A third crash within a minute would lead to minimal mode.
      try await clock.restart()
      #expect(try await Self.timers(clock).map(\.label) == ["bread"])
      #expect(try await !clock.mock.isSounding)
      try await clock.succeed("timer", "start", "eggs")
      #expect(try await Self.timers(clock).map(\.chime.volume).sorted() == [30, 80])
    }
  }

  @Test func anyCardEndsAChime() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      // A minute may be too short on a busy machine.
      try await clock.succeed("settings", "set", "chime-for", "10m")
      try await clock.succeed("timer", "start", "1s", "--label", "tea")
      try await Self.untilItLooks(clock)
      // A card in the first picture counts as lying there, until it was away and is shown elsewhere.
      try await clock.hold("right")
      try await clock.eventually("the display says so") { try await clock.mock.display.text == "OUt" }
      #expect(try await clock.mock.isSounding)
      // Wait longer each time, because the reader may get little CPU.
      var tries = 0
      try await clock.eventually("a card that is brought ends it") {
        tries += 1
        try await clock.succeed("mock", "hide")
        try await clock.pass(2 + tries)
        try await clock.hold("right", atTheLeft: !tries.isMultiple(of: 2))
        try await clock.pass(tries)
        return try await !clock.mock.isSounding
      }
      try await clock.eventually("the log names the card") {
        try await clock.events("timer_stopped").map(\.detail) == ["the card right"]
      }
      try await clock.eventually("the camera is closed") { try await !clock.mock.camera.open }
    }
  }

  @Test func aChimeThatLooksForACardGivesTheCameraToAnybody() async throws {
    try await Clock.run { clock in
      // A minute may be too short on a busy machine.
      try await clock.succeed("settings", "set", "chime-for", "10m")
      try await clock.succeed("timer", "start", "1s", "--label", "tea")
      try await Self.untilItLooks(clock)
      try await clock.succeed("camera", "snapshot", clock.folder + "/seen.png")
      try await Self.untilItLooks(clock)
      let test = try await clock.rouse("test", "bedtime", "--for", "1s")
      #expect(!test.errors.contains("the camera is taken"), "\(test.errors)")
      try await Self.untilItLooks(clock)
      #expect(try await clock.events("camera_opened").filter { $0.detail == "for test bedtime" }.count == 1)
      #expect(try await Self.timers(clock).map(\.state) == [.chiming])
    }
  }

  @Test func aTimerOnAMutedMixerIsToldOfAtItsStart() async throws {
    try await Clock.run(at: Clock.morning, card: false) { clock in
      try await clock.succeed("mock", "mixer", "0")
      // The mixer's state is unknown until the speaker was opened.
      try await clock.succeed("sound", "preview", "bell", "--for", "1s")
      // Without vibration the buzzer beeps instead.
      for words in [["--vibration", "off"], []] {
        let silent = try await clock.rouse(["timer", "start", "1h"] + words)
        let isTold = silent.errors.hasPrefix("note: the speaker's own volume (mixer) is at 0 %: it is muted")
        #expect(silent.code == 0 && isTold && silent.errors.contains("rouse mock mixer"), "\(silent)")
      }
      #expect(try await clock.rouse("timer", "start", "1h", "--volume", "0").errors == "")
      try await clock.succeed("mock", "mixer", "80")
      try await clock.succeed("sound", "preview", "bell", "--for", "1s")
      #expect(try await clock.rouse("timer", "start", "1h", "--vibration", "off").errors == "")
      try await clock.succeed("mock", "mixer", "0")
      try await clock.succeed("timer", "start", "1s", "--vibration", "off")
      try await clock.eventually("the buzzer beeps") {
        let history = try await clock.mockHistory
        return history.count { $0.device == "buzzer" && $0.action == "on" } >= 3
      }
    }
  }
}
