import Control
import Glibc
import Hardware
import MockHardware
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

@Suite struct ChimeNoticeTests {
  private let rig: LedgerRig

  init() async throws { rig = try await LedgerRig() }

  struct Row: Sendable {
    var own: [SettingKey: String] = [:]
    var isQuiet = false
    var lacks: [DeviceRole: String] = [:]
    /// `nil` if the chime is noticed.
    var why: String?
  }

  private static func fails(_ roles: DeviceRole...) -> [DeviceRole: String] {
    Dictionary(uniqueKeysWithValues: roles.map { ($0, "the \($0.rawValue) fails") })
  }

  static let failing = fails(.speaker, .buzzer, .vibration)

  static let rows: [Row] = [
    Row(), Row(own: [.volume: "0"]), Row(own: [.vibration: "off"]), Row(isQuiet: true),
    Row(lacks: fails(.speaker)), Row(lacks: fails(.vibration)),
    Row(lacks: failing, why: "the speaker fails, the buzzer fails, the vibration fails"),
    // The buzzer stands in for the speaker.
    Row(lacks: fails(.speaker, .vibration)),
    Row(own: [.vibration: "off"], lacks: [.speaker: "its mixer is muted"]),
    Row(own: [.volume: "0"], lacks: fails(.speaker, .vibration), why: "it has no sound, the vibration fails"),
    Row(isQuiet: true, lacks: fails(.speaker, .vibration), why: "in quiet hours nothing sounds, the vibration fails"),
    Row(own: [.vibration: "off"], lacks: failing, why: "the speaker fails, the buzzer fails, its vibration is off"),
    Row(own: [.volume: "0", .vibration: "off"], why: "it has no sound, its vibration is off"),
    Row(own: [.sound: "off"], lacks: failing, why: "it has no sound, the vibration fails"),
    Row(own: [.vibration: "off"], isQuiet: true, why: "in quiet hours nothing sounds, its vibration is off"),
    // `chime off` needs no further explanation.
    Row(own: [.chime: "off"], lacks: failing),
  ]

  @Test(arguments: rows)
  func whyAnEndIsNotNoticedIsToldInListAndLog(row: Row) async throws {
    rig.chimes.state.withLock { $0.lacks = row.lacks }
    if row.isQuiet { _ = try await rig.set("quiet", to: "on") }
    _ = try await TimerTests.start(rig, "1s", label: "tea", row.own)
    #expect(rig.commands.timers.all.map(\.unnoticed) == [nil])
    TimerTests.pass(rig, .seconds(1))
    #expect(rig.commands.timers.all.map(\.unnoticed) == [row.why])
    TimerTests.pass(rig, .seconds(61))
    let told = await TimerTests.details(rig, .timerStopped)
    #expect(told == ["tea: by itself" + (row.why.map { ", NOT NOTICED: \($0)" } ?? "")])
  }

  @Test func whetherItWasNoticedIsJudgedByWhatTheDevicesDidWhileItChimed() async throws {
    // The failure is old, and the first attempt clears it.
    rig.chimes.state.withLock { $0.lacks = Self.failing }
    _ = try await TimerTests.start(rig, "1s", label: "tea")
    TimerTests.pass(rig, .seconds(1))
    #expect(rig.commands.timers.all.map { $0.unnoticed != nil } == [true])
    rig.chimes.state.withLock { $0.lacks = [:] }
    #expect(rig.commands.timers.all.map(\.unnoticed) == [nil])
    TimerTests.pass(rig, .seconds(61))
    // The first attempt reveals the failure.
    _ = try await TimerTests.start(rig, "1s", label: "eggs")
    TimerTests.pass(rig, .seconds(1))
    rig.chimes.state.withLock { $0.lacks = Self.failing }
    TimerTests.pass(rig, .seconds(61))
    // The failure comes after the chime was audible for long enough.
    rig.chimes.state.withLock { $0.lacks = [:] }
    _ = try await TimerTests.start(rig, "1s", label: "bread")
    TimerTests.pass(rig, .seconds(30))
    rig.chimes.state.withLock { $0.lacks = Self.failing }
    TimerTests.pass(rig, .seconds(32))
    rig.chimes.state.withLock { $0.lacks = [:] }
    _ = try await TimerTests.start(rig, "1s", label: "dough")
    TimerTests.pass(rig, .seconds(10))
    _ = try await rig.extendTimer("dough", by: "1m")
    rig.chimes.state.withLock { $0.lacks = Self.failing }
    TimerTests.pass(rig, .seconds(121))
    let failures = "the speaker fails, the buzzer fails, the vibration fails"
    #expect(await TimerTests.details(rig, .timerEnded).prefix(3) == ["tea: -", "eggs: -", "bread: -"])
    #expect(
      await TimerTests.details(rig, .timerStopped) == [
        "tea: by itself", "eggs: by itself, NOT NOTICED: \(failures)", "bread: by itself",
        "dough: by itself, NOT NOTICED: \(failures)",
      ])
  }

  static func mockOutputs() throws -> (Outputs, MockBoard) {
    let time = SystemTime()
    let (board, health) = (try BoardChoice.board("mock", time: time), try DeviceHealth(at: time))
    let outputs = try Outputs(board: board, health: health, events: health.events, time: time)
    return (outputs, try #require(board.mock))
  }

  @Test func aChimeIsServedByDevicesThatDoAsTheyWereAsked() async throws {
    let (outputs, mock) = try Self.mockOutputs()
    defer { outputs.close() }
    func chime(volume: Int) {
      outputs.play(SoundDemand(sound: Settings.builtInSound, volume: volume, start: .zero), by: .timer)
    }
    mock.speaker.setMixer(0)
    // The mixer's state is unknown until it has been read.
    #expect(outputs.lack(of: .speaker) == nil && outputs.lack(of: .vibration) == nil)
    #expect(!outputs.servesChime(.speaker) && !outputs.servesChime(.vibration))
    chime(volume: 50)
    outputs.vibrate(.light, by: .timer)
    #expect(await eventually { outputs.servesChime(.vibration) })
    #expect(await eventually { outputs.standing(of: .timer) == .playing })
    #expect(outputs.lack(of: .speaker) == "its mixer is muted" && !outputs.servesChime(.speaker))
    mock.speaker.setMixer(80)
    chime(volume: 60)
    #expect(await eventually { outputs.servesChime(.speaker) })
    outputs.vibrate(.off, by: .timer)
    #expect(!outputs.servesChime(.vibration))
    mock.vibration.fail(.error(EIO))
    outputs.vibrate(.strong, by: .timer)
    #expect(await eventually { outputs.lack(of: .vibration) != nil })
    #expect(!outputs.servesChime(.vibration))
    // Vibration for an alarm does not serve the chime.
    mock.vibration.heal()
    outputs.vibrate(.strong, by: .alarm)
    #expect(await eventually { outputs.lack(of: .vibration) == nil })
    #expect(!outputs.servesChime(.vibration))
    outputs.vibrate(nil, by: .alarm)
  }

  @Test func aChimeThatIsSwitchedOnWithNothingToNoticeItBySaysSo() async throws {
    for key in ["volume", "vibration", "chime"] {
      _ = try await rig.set(key, to: key == "volume" ? "0" : "off")
    }
    let notes = try await rig.set("chime", to: "on").notes
    #expect(notes.count == 1 && notes[0].hasPrefix("nothing will be noticed when it ends: its volume is 0"))
    _ = try await rig.set("vibration", to: "light")
    #expect(try await rig.set("chime", to: "on").notes.isEmpty)
  }

  @Test func theListTellsOfASoundThatIsGoneAndOfQuietHours() async throws {
    _ = try await TimerTests.start(rig, "5m", label: "tea")
    #expect(rig.commands.timers.all.map(\.chime.playsInstead) == [nil])
    #expect(rig.commands.timers.all.map(\.chime.quiet) == [false])
    _ = try await rig.addPreset("eggs", TimerInput(length: "6m"))
    _ = try await rig.set("quiet", to: "on")
    #expect(rig.commands.timers.all.map(\.chime.quiet) == [true])
    rig.inForce.change { $0.settings.sound = "krill" }
    _ = try await TimerTests.start(rig, "5m")
    #expect(rig.commands.timers.all.map(\.chime.playsInstead) == [nil, "tone"])
    #expect(rig.commands.presets.all.map(\.chime.playsInstead) == ["tone"])
  }

  typealias Unnoticed = LowVolumeTests.Row

  static let bare = Set(DeviceRole.allCases).subtracting([.vibration])
  static let unnoticed: [Unnoticed] = [
    Unnoticed(), Unnoticed(settings: ["vibration": "off"]), Unnoticed(own: [.volume: "0"]),
    Unnoticed(settings: ["quiet": "on"], says: ["in quiet hours it only shakes", "`rouse quiet off`"]),
    Unnoticed(settings: ["quiet": "on"], own: [.volume: "0"]),
    Unnoticed(settings: ["quiet": "on"], own: [.sound: "off", .volume: "0"]),
    Unnoticed(
      own: [.volume: "0", .sound: "off", .vibration: "off"],
      says: ["start it with `--sound tone --volume 60`", "`--vibration medium`"]),
    Unnoticed(
      settings: ["volume": "0", "sound": "off", "vibration": "off"],
      says: ["start it with `--sound tone --volume 60`"]),
    Unnoticed(
      settings: ["volume": "0", "vibration": "off"], own: [.sound: "off"],
      says: ["start it with `--sound tone --volume 60`"]),
    Unnoticed(
      settings: ["vibration": "off"], own: [.volume: "0"],
      says: ["its volume is 0", "`--volume 60`", "`--vibration medium`"]),
    Unnoticed(
      settings: ["volume": "0"], own: [.vibration: "off"],
      says: ["`--volume 60`", "`--vibration medium`"]),
    Unnoticed(
      settings: ["sound": "off", "vibration": "off"], says: ["its sound is off", "`--sound tone`"]),
    Unnoticed(
      settings: ["quiet": "on", "vibration": "off"],
      says: ["it ends in quiet hours (on)", "`rouse quiet off`", "`--vibration medium`"]),
    Unnoticed(own: [.volume: "0"], roles: bare, says: ["no vibration is fitted", "`--volume 60`"]),
    Unnoticed(roles: bare.subtracting([.speaker, .buzzer]), says: ["no speaker is fitted", "Look at the display"]),
    Unnoticed(roles: bare.subtracting([.speaker])),
    Unnoticed(
      settings: ["quiet": "on"], roles: bare.subtracting([.speaker]),
      says: ["it ends in quiet hours", "`rouse quiet off`"]),
    Unnoticed(
      roles: bare.subtracting([.speaker]), lacks: fails(.buzzer),
      says: ["the buzzer fails", "`rouse doctor`"]),
    Unnoticed(lacks: fails(.speaker, .vibration)), Unnoticed(lacks: fails(.speaker)),
    Unnoticed(lacks: fails(.vibration)),
    Unnoticed(
      own: [.vibration: "off"], lacks: [.speaker: "its mixer is muted", .buzzer: "the buzzer fails"],
      says: ["its mixer is muted, its vibration is off", "`rouse doctor`", "or start it with `--vibration medium`"]),
    Unnoticed(
      own: [.volume: "0"], lacks: fails(.vibration),
      says: ["its volume is 0, the vibration fails", "`--volume 60`, or mend the vibration as `rouse doctor` says"]),
    Unnoticed(settings: ["chime": "off"], says: ["chime is off: ", "`rouse settings set chime on`"]),
    Unnoticed(own: [.chime: "off"], says: ["chime is off: ", "`--chime on`"]),
  ]

  @Test(arguments: unnoticed)
  func aTimerThatNobodyWouldNoticeSaysHowToChangeThat(row: Unnoticed) async throws {
    let rig = try await LedgerRig(fitted: row.roles)
    rig.chimes.state.withLock { $0.lacks.merge(row.lacks) { $1 } }
    for (key, value) in row.settings { _ = try await rig.set(key, to: value) }
    let notes = try await TimerTests.start(rig, "5m", row.own).notes
    #expect(notes.count == (row.says.isEmpty ? 0 : 1))
    for text in row.says { #expect(notes.contains { $0.contains(text) }, "\(text): \(notes)") }
    // A note must not suggest a setting that the board cannot use.
    if !row.roles.contains(.vibration) { #expect(!notes.contains { $0.contains("medium") }) }
    if !row.roles.contains(.speaker) { #expect(!notes.contains { $0.contains("volume") }) }
  }

  @Test func aSettingThatTakesTheLastNoticeFromATimerSaysSo() async throws {
    _ = try await TimerTests.start(rig, "5m", label: "tea", [.volume: "0"])
    _ = try await TimerTests.start(rig, "5m", label: "bread", [.vibration: "off"])
    let note = "nothing will be noticed any more when these timers end: "
    #expect(try await rig.set("quiet", to: "on").notes == [note + "bread"])
    #expect(try await rig.set("quiet", to: "on").notes.isEmpty)
    #expect(try await rig.set("chime", to: "off").notes == [note + "tea"])
  }

  /// Three beeps at once and again every two seconds, under the same rules as the sound they replace.
  @Test func theBuzzerBeepsWhereTheSpeakerDoesNotPlay() async throws {
    let rows: [(own: [SettingKey: String], lacks: [DeviceRole: String], isQuiet: Bool, beeps: Int)] = [
      ([:], [:], false, 0), ([:], [.speaker: "it fails"], false, 90), ([:], [.speaker: "it fails"], true, 0),
      ([.volume: "0"], [.speaker: "it fails"], false, 0), ([.chime: "off"], [.speaker: "it fails"], false, 0),
      ([.vibration: "off"], [.speaker: "its mixer is muted"], false, 90),
    ]
    for row in rows {
      let rig = try await LedgerRig()
      rig.chimes.state.withLock { $0.lacks = row.lacks }
      if row.isQuiet { _ = try await rig.set("quiet", to: "on") }
      _ = try await TimerTests.start(rig, "1s", label: "tea", row.own)
      TimerTests.pass(rig, .seconds(62))
      #expect(rig.chimes.beeps == row.beeps, "\(row)")
      #expect(rig.chimes.state.withLock { $0.isBeeping } == nil)
    }
  }

  @Test func theBuzzerIsAnAlarmsFirstAndStaysOffOnceAllIsOver() async throws {
    let (outputs, mock) = try Self.mockOutputs()
    var demand = RingDemand.silence
    outputs.beep(true, by: .timer)
    #expect(await eventually { mock.buzzer.isOn && outputs.servesChime(.buzzer) })
    // The timer's buzzer is silent in the pauses of an alarm and continues afterwards.
    demand.isExclusive = true
    outputs.apply(demand)
    #expect(await eventually { !mock.buzzer.isOn && !outputs.servesChime(.buzzer) })
    demand.isBuzzing = true
    outputs.apply(demand)
    #expect(await eventually { mock.buzzer.isOn })
    outputs.beep(false, by: .timer)
    outputs.apply(.silence)
    #expect(await eventually { !mock.buzzer.isOn })
    outputs.close()
    outputs.beep(true, by: .preview)
    #expect(await eventually { outputs.isSettled })
    #expect(!mock.buzzer.isOn)
  }
}
