import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Storage

@Suite struct TimerRefusalTests {
  private let folder: TemporaryFolder
  private let rig: LedgerRig

  init() async throws {
    folder = try TemporaryFolder()
    rig = try await LedgerRig(folder)
  }

  private func preset(_ rig: LedgerRig, _ name: String, _ length: String?, _ values: [SettingKey: String] = [:])
    async throws
    -> PresetSaved
  {
    try await rig.addPreset(name, TimerInput(length: length, values: values))
  }

  @Test func whatCannotBeStartedIsNot() async throws {
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
  }

  @Test func aLengthLikeATimeOfDayIsToldHowItIsTyped() async throws {
    for (typed, told) in [
      ("25:00", "for 25 minutes: 25m"), ("1:30", "as minutes and seconds it is 1m30s, as hours and minutes 1h30m"),
    ] {
      let error = await #expect(throws: ControlError.self) { try await rig.startTimer(typed, TimerInput()) }
      #expect(error?.fix.contains(told) == true, "\(typed): \(error?.fix ?? "")")
    }
  }

  @Test func atMostFiftyAreKept() async throws {
    for _ in 0..<Timer.most { _ = try await TimerTests.start(rig, "5m") }
    #expect(try await code { try await TimerTests.start(rig, "5m") } == .tryAgain)
    #expect(rig.timers.all.count == Timer.most)
    #expect(Set(rig.timers.all.map(\.id)).count == Timer.most)
  }

  @Test func atMostFiftyPresetsAreKeptHoweverTheyAreMade() async throws {
    for number in 0..<Timer.most { _ = try await preset(rig, "p\(number)", "5m") }
    #expect(try await code { try await preset(rig, "tea", "5m") } == .tryAgain)
    _ = try await TimerTests.start(rig, "5m", label: "tea")
    #expect(try await code { try await rig.editTimer("tea", TimerInput(length: "4m")) } == .tryAgain)
    #expect(rig.commands.presets.all.count == Timer.most)
    #expect(try await rig.editPreset("p7", TimerInput(length: "4m")).preset.length == 240)
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
    #expect(try await preset(rig, "tea", "4m", [.volume: "30"]).notes.isEmpty)
    #expect(try await code { try await preset(rig, "tea", "5m") } == .usage)
    for name in ["25m", "", "a\tb"] { #expect(try await code { try await preset(rig, name, "5m") } == .usage) }
    #expect(try await code { try await preset(rig, "eggs", nil) } == .usage)
    #expect(try await code { try await preset(rig, "eggs", "25h") } == .usage)

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
    _ = try await preset(rig, "my tea", "4m")
    let twice = await #expect(throws: ControlError.self) { try await preset(rig, "my tea", "5m") }
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
    _ = try await preset(rig, "eggs", "4m")
    // The file is deleted while the daemon runs.
    #expect(unlink(folder.path + "/rouse.sqlite") == 0)
    #expect(try await code { try await TimerTests.start(rig, "5m") } == .cannotWrite)
    #expect(try await code { try await preset(rig, "bread", "5m") } == .cannotWrite)
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
    let folder = try TemporaryFolder()
    do {
      let rig = try await LedgerRig(folder)
      for label in ["tea", "bread", "dough"] { _ = try await TimerTests.start(rig, "5m", label: label) }
      _ = try await preset(rig, "eggs", "4m")
      try await rig.enroll("bath")
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
    _ = try await preset(rig, "eggs", "4m")
    await rig.ledger.replaceStore(StorageError(.corrupt, "a test", "it says so"))
    #expect(rig.commands.timers.all.map(\.label) == ["tea"])
    #expect(try await rig.ledger.timersInTheStore().map(\.label) == ["tea"])
    #expect(try await rig.ledger.presetsInTheStore().map(\.name) == ["eggs"])
  }
}
