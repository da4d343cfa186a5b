import AlarmClock
import Control
import TestSupport
import Testing

@testable import Daemon

@Suite struct TimerRestartTests {
  private let folder: TemporaryFolder
  private let clock = ManualTime(morning)

  init() throws { folder = try TemporaryFolder() }

  /// Returns the first service of the folder, on a clock that keeps running for the next one.
  private func rig() async throws -> LedgerRig { try await LedgerRig(folder, time: clock) }

  private func start(_ timers: KeyValuePairs<String, String>) async throws {
    let rig = try await rig()
    for (length, label) in timers { _ = try await TimerTests.start(rig, length, label: label) }
  }

  @Test func aStepOfTheClockMovesNoTimer() async throws {
    let rig = try await rig()
    _ = try await TimerTests.start(rig, "10m", label: "tea")
    TimerTests.pass(rig, .seconds(60))
    for step in [Duration.seconds(86_400), .seconds(-3 * 86_400)] {
      rig.time.step(by: step)
      rig.timers.clockStepped()
      await rig.ledger.storeTimers()
      #expect(rig.chimes.sound == nil)
      #expect(rig.commands.timers.all.map(\.left) == [540])
    }
    let end = Deadline(after: .seconds(540), at: rig.timers.reading)
    #expect(try await rig.ledger.timersInTheStore().map(\.phase) == [.running(until: end)])
    TimerTests.pass(rig, .seconds(540))
    #expect(rig.timers.isChiming)
  }

  @Test func aClockThatIsSetWhileATimerIsStoredMovesItNeither() async throws {
    let rig = try await rig()
    let deadline = Deadline(after: .seconds(600), at: rig.timers.reading)
    rig.time.step(by: .seconds(3600))
    rig.timers.clockStepped()
    rig.timers.put(Timer(id: "aaaaaa", label: "tea", length: .seconds(600), phase: .running(until: deadline)))
    let renewed = Deadline(after: .seconds(600), at: rig.timers.reading)
    #expect(rig.timers.all.map(\.phase) == [.running(until: renewed)])
    await rig.ledger.storeTimers()
    #expect(try await rig.ledger.timersInTheStore().map(\.phase) == [.running(until: renewed)])
  }

  @Test func aTimerKeepsSoundAndVibrationWhateverIsSetWhileItRuns() async throws {
    let note = ["Timer is running, changes will apply next time"]
    do {
      let rig = try await LedgerRig(folder, time: clock)
      _ = try await rig.addPreset("tea", TimerInput(length: "10m", values: [.volume: "40"]))
      _ = try await TimerTests.start(rig, "tea")
      _ = try await TimerTests.start(rig, "10m", label: "bread", [.chime: "on"])
      _ = try await TimerTests.start(rig, "20m", label: "dough")
      _ = try await rig.changeTimer("dough", .pause)
      for (key, value) in [
        ("sound", "bell"), ("volume", "70"), ("vibration", "light"), ("vibration-pattern", "steady"),
      ] {
        #expect(try await rig.set(key, to: value).notes == note, "\(key)")
        // No timer still has the value that is set now.
        #expect(try await rig.set(key, to: value).notes.isEmpty, "\(key)")
      }
      _ = try await rig.undo()
      _ = try await rig.editPreset("tea", TimerInput(values: [.sound: "chime"]))
    }
    clock.advance(by: .seconds(60))
    let rig = try await LedgerRig.reopened(folder, time: clock)
    TimerTests.pass(rig, .seconds(541))
    let defaults = Settings()
    let ended = rig.commands.timers.all
    #expect(ended.map(\.state) == [.chiming, .chiming, .paused])
    #expect(ended.map(\.chime.volume) == [40, defaults.volume, defaults.volume])
    #expect(ended.map(\.chime.sound) == ["tone", "tone", "tone"])
    #expect(ended.map(\.chime.vibration) == [.medium, .medium, .medium])
    #expect(Set(ended.map(\.chime.vibrationPattern)) == [defaults.ring.vibrationPattern])
    #expect(rig.chimes.sound?.sound == "tone" && rig.chimes.sound?.volume == 40)
    let next = try await TimerTests.start(rig, "10m").timer.chime
    #expect(next.sound == "bell" && next.volume == 70 && next.vibration == .light)
  }

  @Test func aDaemonThatIsKilledFindsItsTimers() async throws {
    do {
      let rig = try await LedgerRig(folder, time: clock)
      _ = try await TimerTests.start(rig, "10m", label: "tea")
      _ = try await TimerTests.start(rig, "20m", label: "bread")
      _ = try await rig.changeTimer("bread", .pause)
    }
    // The clock is set while no daemon runs.
    clock.advance(by: .seconds(120))
    clock.step(by: .seconds(-3600))
    let rig = try await LedgerRig.reopened(folder, time: clock)
    #expect(rig.commands.timers.all.map(\.left) == [480, 1200])
    #expect(rig.commands.timers.all.map(\.state) == [.running, .paused])
    TimerTests.pass(rig, .seconds(480))
    #expect(rig.timers.isChiming)
    #expect(await TimerTests.details(rig, .timerEnded) == ["tea: -"])
  }

  @Test func whatEndedInAPowerCutChimesLateAndSaysSo() async throws {
    try await start(["10m": "tea"])
    clock.cutPower(for: .seconds(780))
    let rig = try await LedgerRig.reopened(folder, time: clock)
    rig.timers.step()
    #expect(rig.timers.isChiming && rig.chimes.sound != nil)
    #expect(await TimerTests.details(rig, .timerEnded) == ["tea: 3m late"])
    #expect(rig.commands.timers.all.map(\.late) == [180])
    #expect(rig.commands.timers.all.map(\.endsAt) == ["2026-11-21T07:10:00+00:00"])
  }

  @Test func afterAPowerCutItWaitsForAClockThatTellsHowLateItIs() async throws {
    try await start(["10m": "tea", "2h": "dough"])
    // A clock without a battery is an hour behind until it is synchronized.
    clock.cutPower(for: .seconds(3600))
    clock.step(by: .seconds(-3600))
    clock.trust(false)
    let rig = try await LedgerRig.reopened(folder, isTrusted: false, time: clock)
    TimerTests.pass(rig, .seconds(30))
    #expect(!rig.timers.isChiming)
    clock.step(by: .seconds(3600))
    clock.trust(true)
    rig.timers.clockStepped()
    #expect(await TimerTests.details(rig, .timerEnded) == ["tea: 50m30s late"])
    #expect(rig.commands.timers.all.map(\.left) == [0, 3570])
    clock.step(by: .seconds(7200))
    rig.timers.clockStepped()
    #expect(rig.commands.timers.all.map(\.left) == [0, 3570])
  }

  @Test func aClockThatNobodyTrustsIsWaitedForAMinute() async throws {
    try await start(["10m": "tea"])
    clock.cutPower(for: .seconds(3600))
    let rig = try await LedgerRig.reopened(folder, isTrusted: false, time: clock)
    TimerTests.pass(rig, .seconds(59))
    #expect(!rig.timers.isChiming)
    TimerTests.pass(rig, .seconds(2))
    #expect(rig.timers.isChiming)
    #expect(await TimerTests.details(rig, .timerEnded).map { $0.hasSuffix("late") } == [true])
  }

  @Test func aRestoreTakesThePresetsOfTheCopyAndLeavesWhatRuns() async throws {
    let other = try TemporaryFolder()
    let source = try await LedgerRig(other)
    _ = try await source.addPreset("eggs", TimerInput(length: "6m", values: [.volume: "30"]))
    _ = try await TimerTests.start(source, "1s", label: "long over")
    let bytes = try await RestoreTests.bytes(source)

    do {
      let rig = try await LedgerRig(folder, time: clock)
      _ = try await rig.addPreset("tea", TimerInput(length: "4m"))
      _ = try await TimerTests.start(rig, "10m", label: "bread")
      try await RestoreTests.restore(bytes, rig)
      #expect(rig.commands.presets.all.map(\.name) == ["eggs"])
      #expect(rig.commands.timers.all.map(\.label) == ["bread"])
    }
    clock.advance(by: .seconds(60))
    let rig = try await LedgerRig.reopened(folder, time: clock)
    rig.timers.step()
    #expect(!rig.timers.isChiming)
    #expect(rig.commands.presets.all.map(\.chime.volume) == [30])
    #expect(rig.commands.timers.all.map(\.left) == [540])
  }

  @Test func aChimeUnderWayGoesOnAfterARestart() async throws {
    do {
      let rig = try await LedgerRig(folder, time: clock)
      _ = try await TimerTests.start(rig, "1s", label: "tea")
      TimerTests.pass(rig, .seconds(5))
      await rig.ledger.storeTimers()
      await rig.ledger.storeEvents()
    }
    let rig = try await LedgerRig.reopened(folder, time: clock)
    rig.timers.step()
    #expect(rig.timers.isChiming)
    #expect(await TimerTests.details(rig, .timerEnded) == ["tea: -"])
    #expect(await TimerTests.details(rig, .timerChimed) == ["tea: the service was started anew"])
  }
}
