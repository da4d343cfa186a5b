import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Storage

@Suite struct TimerRefusalTests {
  private let rig: LedgerRig

  init() async throws { rig = try await LedgerRig() }

  @Test func whatCannotBeStartedIsNotAndALengthLikeATimeOfDayIsToldHowItIsTyped() async throws {
    let bad: [(String, TimerInput)] = [
      ("", TimerInput()), ("0s", TimerInput()), ("25h", TimerInput()), ("tea", TimerInput()), ("5", TimerInput()),
      ("5m", TimerInput(label: "a\nb")), ("5m", TimerInput(values: [.volume: "101"])),
      ("5m", TimerInput(values: [.volume: "10", .sound: "nonsense"])), ("5m", TimerInput(values: [.fadeIn: "3s"])),
    ]
    for (what, input) in bad {
      #expect(try await code { try await rig.startTimer(what, input) } == .usage, "\(what) \(input)")
    }
    #expect(rig.timers.all.isEmpty)
    #expect(try await rig.ledger.timersInTheStore().isEmpty)
    let bare = try await LedgerRig(fitted: ChimeNoticeTests.bare)
    #expect(try await code { try await TimerTests.start(bare, "5m", [.vibration: "strong"]) } == .notPermitted)
    #expect(bare.timers.all.isEmpty)
    for (typed, told) in [
      ("25:00", "for 25 minutes: 25m"), ("1:30", "as minutes and seconds it is 1m30s, as hours and minutes 1h30m"),
    ] {
      let error = await #expect(throws: ControlError.self) { try await rig.startTimer(typed, TimerInput()) }
      #expect(error?.fix.contains(told) == true, "\(typed): \(error?.fix ?? "")")
    }
  }

  @Test func atMostFiftyPresetsAndTimersAreKeptHoweverTheyAreMade() async throws {
    for number in 0..<Timer.most { _ = try await rig.addPreset("p\(number)", TimerInput(length: "5m")) }
    #expect(try await code { try await rig.addPreset("tea", TimerInput(length: "5m")) } == .tryAgain)
    _ = try await TimerTests.start(rig, "5m", label: "tea")
    #expect(try await code { try await rig.editTimer("tea", TimerInput(length: "4m")) } == .tryAgain)
    #expect(rig.commands.presets.all.count == Timer.most)
    #expect(try await rig.editPreset("p7", TimerInput(length: "4m")).preset.length == 240)
    for _ in 1..<Timer.most { _ = try await TimerTests.start(rig, "5m") }
    #expect(try await code { try await TimerTests.start(rig, "5m") } == .tryAgain)
    #expect(rig.timers.all.count == Timer.most)
    #expect(Set(rig.timers.all.map(\.id)).count == Timer.most)
  }

  @Test func withSeveralTimersANameIsNeededOrAnIdIfTheyHaveOneLabel() async throws {
    #expect(try await code { try await rig.changeTimer(nil, .pause) } == .nothingFound)
    #expect(try rig.commands.timers.toStop(nil).isEmpty)
    let first = try await TimerTests.start(rig, "5m", label: "tea").timer
    let second = try await TimerTests.start(rig, "6m", label: "tea").timer
    #expect(try await code { try await rig.changeTimer(nil, .pause) } == .usage)
    #expect(try await code { try await rig.changeTimer("tea", .pause) } == .usage)
    #expect(try await code { try await rig.extendTimer("bread", by: "1m") } == .nothingFound)
    #expect(try await code { try rig.commands.timers.toStop(first.id) } == .usage)
    #expect(try await rig.changeTimer(first.id, .pause).timer.id == first.id)
    #expect(rig.timers.all.map { if case .paused = $0.phase { true } else { false } } == [true, false])
    _ = try await TimerTests.start(rig, "5m", label: "bread")
    let error = await #expect(throws: ControlError.self) { try await rig.changeTimer(nil, .pause) }
    #expect(error?.fix == "name one: tea (\(first.id)), tea (\(second.id)), bread")
  }

  @Test func whatHasEndedIsNeitherPausedNorResumed() async throws {
    _ = try await TimerTests.start(rig, "1s")
    TimerTests.pass(rig, .seconds(1))
    #expect(try await code { try await rig.changeTimer(nil, .pause) } == .usage)
    #expect(try await code { try await rig.changeTimer(nil, .resume) } == .usage)
    #expect(rig.timers.isChiming)
    _ = try await rig.changeTimer(nil, .cancel)
    #expect(rig.chimes.sound == nil)
  }

  @Test func presetsStartByNameAndAreChangedForNextTime() async throws {
    #expect(try await rig.addPreset("tea", TimerInput(length: "4m", values: [.volume: "30"])).notes.isEmpty)
    for (name, length) in [("tea", "5m"), ("25m", "5m"), ("", "5m"), ("a\tb", "5m"), ("eggs", nil), ("eggs", "25h")] {
      #expect(try await code { try await rig.addPreset(name, TimerInput(length: length)) } == .usage, "\(name)")
    }

    let started = try await TimerTests.start(rig, "tea").timer
    #expect(started.label == "tea" && started.preset == "tea" && started.left == 240 && started.chime.volume == 30)
    let note = ["Timer is running, changes will apply next time", "use it then: `rouse timer start tea`"]
    #expect(try await rig.editTimer("tea", TimerInput(length: "3m")).notes == note)
    #expect(try await rig.editTimer(started.id, TimerInput(values: [.volume: "35"])).notes == note)
    #expect(rig.commands.timers.all.map(\.left) == [240])
    #expect(rig.commands.timers.all.map(\.chime.volume) == [30])
    let next = try await TimerTests.start(rig, "tea", label: "second").timer
    #expect(next.left == 180 && next.chime.volume == 35 && next.label == "second")

    #expect(try await code { try await rig.editPreset("eggs", TimerInput(length: "1m")) } == .nothingFound)
    #expect(try await code { try await rig.editPreset("tea", TimerInput()) } == .usage)
    #expect(try await code { try await rig.removePreset("eggs") } == .nothingFound)
    _ = try await rig.removePreset("tea")
    #expect(rig.commands.presets.all.isEmpty)
    #expect(rig.timers.all.count == 2)
  }

  @Test func aNameWithABlankIsQuotedInTheCommandsThatAreNamed() async throws {
    _ = try await rig.addPreset("my tea", TimerInput(length: "4m"))
    let twice = await #expect(throws: ControlError.self) { try await rig.addPreset("my tea", TimerInput(length: "5m")) }
    #expect(twice?.fix == "change it: `rouse timer preset edit 'my tea' --length 5m`")
    let nothing = await #expect(throws: ControlError.self) { try await rig.editTimer("my tea", TimerInput()) }
    #expect(nothing?.fix == "say what, as in `rouse timer edit 'my tea' --length 5m`")
    _ = try await TimerTests.start(rig, "my tea")
    let notes = try await rig.editTimer("my tea", TimerInput(length: "5m")).notes
    #expect(notes.last == "use it then: `rouse timer start 'my tea'`")
  }

  @Test func aTimerWithALabelIsKeptUnderItAndOneWithoutIsRefused() async throws {
    _ = try await TimerTests.start(rig, "7m", label: "eggs", [.vibration: "strong"])
    let saved = try await rig.editTimer("eggs", TimerInput(values: [.volume: "40"]))
    #expect(
      saved.notes == [
        "a preset eggs was made, as what runs stays as it is", "Timer is running, changes will apply next time",
        "use it then: `rouse timer start eggs`",
      ])
    #expect(saved.preset.name == "eggs" && saved.preset.length == 420)
    #expect(saved.preset.chime.volume == 40 && saved.preset.chime.vibration == .strong)
    // The preset inherits the settings that the timer had inherited.
    #expect(saved.preset.chime.inherited == ["sound", "vibrationPattern", "chime"])
    let plain = try await TimerTests.start(rig, "9m").timer
    #expect(try await code { try await rig.editTimer(plain.id, TimerInput(length: "1m")) } == .usage)
    #expect(rig.commands.presets.all.map(\.name) == ["eggs"])
  }

  @Test func aStoreThatTakesNoChangesRefusesAStartAndLetsWhatRunsChime() async throws {
    _ = try await TimerTests.start(rig, "10s", label: "tea")
    _ = try await rig.addPreset("eggs", TimerInput(length: "4m"))
    #expect(unlink(rig.folder.store) == 0)
    #expect(try await code { try await TimerTests.start(rig, "5m") } == .cannotWrite)
    #expect(try await code { try await rig.addPreset("bread", TimerInput(length: "5m")) } == .cannotWrite)
    #expect(try await code { try await rig.extendTimer("tea", by: "5m") } == .cannotWrite)
    #expect(rig.timers.all.map(\.label) == ["tea"])
    #expect(rig.commands.presets.all.map(\.name) == ["eggs"])
    TimerTests.pass(rig, .seconds(10))
    #expect(rig.timers.isChiming && rig.chimes.sound != nil)
    let chiming = try rig.commands.timers.toStop(nil)
    rig.timers.stop(chiming.map(\.id))
    #expect(rig.chimes.sound == nil)
    // The chime is silent, but the reply must not promise that it stays so.
    #expect(try await code { try await rig.commands.timers.storeEnd(in: rig.ledger, of: chiming) } == .cannotWrite)
  }

  @Test func aChimeThatWasStoppedIsNotHeardAfterARestart() async throws {
    _ = try await TimerTests.start(rig, "10s", label: "tea")
    TimerTests.pass(rig, .seconds(10))
    await rig.ledger.storeTimers()
    let chiming = try rig.commands.timers.toStop(nil)
    rig.timers.stop(chiming.map(\.id))
    try await rig.commands.timers.storeEnd(in: rig.ledger, of: chiming)
    #expect(try await rig.ledger.timersInTheStore().isEmpty)
  }

  @Test func rowsThatCannotBeReadAreLeftOutAndTold() async throws {
    let folder = try await LedgerRig(enrolling: "bath").stop { rig in
      for label in ["tea", "bread", "dough"] { _ = try await TimerTests.start(rig, "5m", label: label) }
      _ = try await rig.addPreset("eggs", TimerInput(length: "4m"))
      try await rig.add("07:30")
    }
    let store = try Database(path: folder.store, readOnly: false)
    try store.execute(
      "UPDATE timers SET phase = 'x' WHERE label = 'tea'; UPDATE timers SET length = -1 WHERE label = 'bread'; "
        + "UPDATE presets SET vibration = 'x'")
    let rig = try await LedgerRig.reopened(folder)
    #expect(rig.commands.timers.all.map(\.label) == ["dough"])
    #expect(rig.commands.presets.all.isEmpty)
    #expect(rig.scheduler.upcoming.count == 1)
    await rig.care.checkAfterStart()
    let told = await TimerTests.details(rig, .storageFailed)
    #expect(told.count == 3)
    for word in ["phase", "length", "preset", "DELETE FROM timers WHERE rowid = 1"] {
      #expect(told.contains { $0.contains(word) }, "\(word) in \(told)")
    }
    // The unreadable rows stay in the store, whatever happens to the others.
    _ = try await TimerTests.start(rig, "5m", label: "jam")
    #expect(try await rig.ledger.timersInTheStore().map(\.label) == ["dough", "jam"])
    #expect(await rig.ledger.flawsOfTheStore().count == 3)
    #expect(await StorageView(rig.ledger).notice?.contains("eggs") == true)
  }

  @Test func aStoreThatIsReplacedKeepsWhatRunsAndThePresets() async throws {
    await rig.care.checkAfterStart()
    try await StoreCare.backUp(rig.ledger)
    _ = try await TimerTests.start(rig, "5m", label: "tea")
    _ = try await rig.addPreset("eggs", TimerInput(length: "4m"))
    await rig.ledger.replaceStore(StorageError(.corrupt, "a test", "it says so"))
    #expect(rig.commands.timers.all.map(\.label) == ["tea"])
    #expect(try await rig.ledger.timersInTheStore().map(\.label) == ["tea"])
    #expect(try await rig.ledger.presetsInTheStore().map(\.name) == ["eggs"])
  }
}

@Suite struct TimerRestartTests {
  private let folder: TemporaryFolder
  private let clock = ManualTime(morning)

  init() throws { folder = try TemporaryFolder() }

  /// Returns the first service of the folder, on a clock that keeps running for the next one.
  @discardableResult
  private func rig(starting timers: KeyValuePairs<String, String> = [:]) async throws -> LedgerRig {
    let rig = try await LedgerRig(folder, time: clock)
    for (length, label) in timers { _ = try await TimerTests.start(rig, length, label: label) }
    return rig
  }

  @Test func aStepOfTheClockMovesNoTimer() async throws {
    let rig = try await rig(starting: ["10m": "tea"])
    TimerTests.pass(rig, .seconds(60))
    for step in [Duration.seconds(86_400), .seconds(-3 * 86_400)] {
      rig.time.step(by: step)
      rig.timers.note(.clock(.stepped))
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
    rig.timers.note(.clock(.stepped))
    rig.timers.put(Timer(id: "aaaaaa", label: "tea", length: .seconds(600), phase: .running(until: deadline)))
    let renewed = Deadline(after: .seconds(600), at: rig.timers.reading)
    #expect(rig.timers.all.map(\.phase) == [.running(until: renewed)])
    await rig.ledger.storeTimers()
    #expect(try await rig.ledger.timersInTheStore().map(\.phase) == [.running(until: renewed)])
  }

  @Test func aTimerKeepsSoundAndVibrationWhateverIsSetWhileItRuns() async throws {
    let note = ["Timer is running, changes will apply next time"]
    do {
      let rig = try await rig()
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
    _ = try await rig(starting: ["10m": "tea", "20m": "bread"]).changeTimer("bread", .pause)
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
    try await rig(starting: ["10m": "tea"])
    clock.cutPower(for: .seconds(780))
    let rig = try await LedgerRig.reopened(folder, time: clock)
    rig.timers.step()
    #expect(rig.timers.isChiming && rig.chimes.sound != nil)
    #expect(await TimerTests.details(rig, .timerEnded) == ["tea: 3m late"])
    #expect(rig.commands.timers.all.map(\.late) == [180])
    #expect(rig.commands.timers.all.map(\.endsAt) == ["2026-11-21T07:10:00+00:00"])
  }

  @Test func afterAPowerCutItWaitsForAClockThatTellsHowLateItIs() async throws {
    try await rig(starting: ["10m": "tea", "2h": "dough"])
    // A clock without a battery is an hour behind until it is synchronized.
    clock.cutPower(for: .seconds(3600))
    clock.step(by: .seconds(-3600))
    clock.trust(false)
    let rig = try await LedgerRig.reopened(folder, isTrusted: false, time: clock)
    TimerTests.pass(rig, .seconds(30))
    #expect(!rig.timers.isChiming)
    clock.step(by: .seconds(3600))
    clock.trust(true)
    rig.timers.note(.clock(.stepped))
    #expect(await TimerTests.details(rig, .timerEnded) == ["tea: 50m30s late"])
    #expect(rig.commands.timers.all.map(\.left) == [0, 3570])
    clock.step(by: .seconds(7200))
    rig.timers.note(.clock(.stepped))
    #expect(rig.commands.timers.all.map(\.left) == [0, 3570])
  }

  @Test func aClockThatNobodyTrustsIsWaitedForAMinute() async throws {
    try await rig(starting: ["10m": "tea"])
    clock.cutPower(for: .seconds(3600))
    let rig = try await LedgerRig.reopened(folder, isTrusted: false, time: clock)
    TimerTests.pass(rig, .seconds(59))
    #expect(!rig.timers.isChiming)
    TimerTests.pass(rig, .seconds(2))
    #expect(rig.timers.isChiming)
    #expect(await TimerTests.details(rig, .timerEnded).map { $0.hasSuffix("late") } == [true])
  }

  @Test func aRestoreTakesThePresetsOfTheCopyAndLeavesWhatRuns() async throws {
    let source = try await LedgerRig()
    _ = try await source.addPreset("eggs", TimerInput(length: "6m", values: [.volume: "30"]))
    _ = try await TimerTests.start(source, "1s", label: "long over")
    let bytes = try await RestoreTests.bytes(source)

    do {
      let rig = try await rig(starting: ["10m": "bread"])
      _ = try await rig.addPreset("tea", TimerInput(length: "4m"))
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
      let rig = try await rig(starting: ["1s": "tea"])
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
