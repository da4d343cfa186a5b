import AlarmClock
import Control
import Storage
import TestSupport
import Testing

@testable import Daemon

/// Timers through steps of the clock, deaths of the daemon and power cuts.
@Suite struct TimerRestartTests {
  @Test func aStepOfTheClockMovesNoTimer() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await TimerTests.start(desk, "10m", label: "tea")
    TimerTests.pass(desk, .seconds(60))
    for step in [Duration.seconds(86_400), .seconds(-3 * 86_400)] {
      desk.time.step(by: step)
      desk.timers.clockStepped()
      await desk.ledger.storeTimers()
      #expect(desk.chimes.sound == nil)
      #expect(desk.commands.timers.all.map(\.left) == [540])
    }
    // What is stored is by the new time of day.
    let end = Deadline(after: .seconds(540), at: desk.timers.reading)
    #expect(try await desk.ledger.timersInTheStore().map(\.phase) == [.running(until: end)])
    TimerTests.pass(desk, .seconds(540))
    #expect(desk.timers.isChiming)
  }

  @Test func aClockThatIsSetWhileATimerIsStoredMovesItNeither() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    let deadline = Deadline(after: .seconds(600), at: desk.timers.reading)
    desk.time.step(by: .seconds(3600))
    desk.timers.clockStepped()
    desk.timers.put(Timer(id: "aaaaaa", label: "tea", length: .seconds(600), phase: .running(until: deadline)))
    let renewed = Deadline(after: .seconds(600), at: desk.timers.reading)
    #expect(desk.timers.all.map(\.phase) == [.running(until: renewed)])
    await desk.ledger.storeTimers()
    #expect(try await desk.ledger.timersInTheStore().map(\.phase) == [.running(until: renewed)])
  }

  @Test func aDaemonThatIsKilledFindsItsTimers() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualTime(morning)
    do {
      let desk = try await Desk(folder, time: clock)
      _ = try await TimerTests.start(desk, "10m", label: "tea")
      _ = try await TimerTests.start(desk, "20m", label: "bread")
      _ = try await desk.changeTimer("bread", .pause)
    }
    // The clock is set while nobody runs.
    clock.advance(by: .seconds(120))
    clock.step(by: .seconds(-3600))
    let desk = try await Desk.reopened(folder, time: clock)
    #expect(desk.commands.timers.all.map(\.left) == [480, 1200])
    #expect(desk.commands.timers.all.map(\.state) == [.running, .paused])
    TimerTests.pass(desk, .seconds(480))
    #expect(desk.timers.isChiming)
    #expect(await TimerTests.details(desk, .timerEnded) == ["tea: -"])
  }

  @Test func whatEndedInAPowerCutChimesLateAndSaysSo() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualTime(morning)
    do {
      let desk = try await Desk(folder, time: clock)
      _ = try await TimerTests.start(desk, "10m", label: "tea")
    }
    clock.cutPower(for: .seconds(780))
    let desk = try await Desk.reopened(folder, time: clock)
    desk.timers.step()
    #expect(desk.timers.isChiming && desk.chimes.sound != nil)
    #expect(await TimerTests.details(desk, .timerEnded) == ["tea: 3m late"])
    #expect(desk.commands.timers.all.map(\.late) == [180])
    #expect(desk.commands.timers.all.map(\.endsAt) == ["2026-11-21T07:10:00+00:00"])
  }

  @Test func afterAPowerCutItWaitsForAClockThatTellsHowLateItIs() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualTime(morning)
    do {
      let desk = try await Desk(folder, time: clock)
      _ = try await TimerTests.start(desk, "10m", label: "tea")
      _ = try await TimerTests.start(desk, "2h", label: "dough")
    }
    // A clock without a battery: an hour behind until it is synchronized.
    clock.cutPower(for: .seconds(3600))
    clock.step(by: .seconds(-3600))
    clock.trust(false)
    let desk = try await Desk.reopened(folder, isTrusted: false, time: clock)
    TimerTests.pass(desk, .seconds(30))
    #expect(!desk.timers.isChiming)
    clock.step(by: .seconds(3600))
    clock.trust(true)
    desk.timers.clockStepped()
    #expect(await TimerTests.details(desk, .timerEnded) == ["tea: 50m30s late"])
    #expect(desk.commands.timers.all.map(\.left) == [0, 3570])
    // From here on no step moves the other.
    clock.step(by: .seconds(7200))
    desk.timers.clockStepped()
    #expect(desk.commands.timers.all.map(\.left) == [0, 3570])
  }

  @Test func aClockThatNobodyTrustsIsWaitedForAMinute() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualTime(morning)
    do {
      let desk = try await Desk(folder, time: clock)
      _ = try await TimerTests.start(desk, "10m", label: "tea")
    }
    clock.cutPower(for: .seconds(3600))
    let desk = try await Desk.reopened(folder, isTrusted: false, time: clock)
    TimerTests.pass(desk, .seconds(59))
    #expect(!desk.timers.isChiming)
    TimerTests.pass(desk, .seconds(2))
    #expect(desk.timers.isChiming)
    #expect(await TimerTests.details(desk, .timerEnded).map { $0.hasSuffix("late") } == [true])
  }

  @Test func aRestoreTakesThePresetsOfTheCopyAndLeavesWhatRuns() async throws {
    let other = try TemporaryFolder()
    let source = try await Desk(other)
    _ = try await source.addPreset("eggs", TimerInput(length: "6m", values: [.volume: "30"]))
    _ = try await TimerTests.start(source, "1s", label: "long over")
    let bytes = try await RestoreTests.bytes(source)

    let folder = try TemporaryFolder()
    let clock = ManualTime(morning)
    do {
      let desk = try await Desk(folder, time: clock)
      _ = try await desk.addPreset("tea", TimerInput(length: "4m"))
      _ = try await TimerTests.start(desk, "10m", label: "bread")
      try await RestoreTests.restore(bytes, desk)
      #expect(desk.commands.presets.all.map(\.name) == ["eggs"])
      #expect(desk.commands.timers.all.map(\.label) == ["bread"])
    }
    clock.advance(by: .seconds(60))
    let desk = try await Desk.reopened(folder, time: clock)
    desk.timers.step()
    #expect(!desk.timers.isChiming)
    #expect(desk.commands.presets.all.map(\.chime.volume) == [30])
    #expect(desk.commands.timers.all.map(\.left) == [540])
  }

  @Test func aChimeUnderWayGoesOnAfterARestart() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualTime(morning)
    do {
      let desk = try await Desk(folder, time: clock)
      _ = try await TimerTests.start(desk, "1s", label: "tea")
      TimerTests.pass(desk, .seconds(5))
      await desk.ledger.storeTimers()
      await desk.ledger.storeEvents()
    }
    let desk = try await Desk.reopened(folder, time: clock)
    desk.timers.step()
    #expect(desk.timers.isChiming)
    #expect(await TimerTests.details(desk, .timerEnded) == ["tea: -"])
    #expect(await TimerTests.details(desk, .timerChimed) == ["tea: the service was started anew"])
  }
}
