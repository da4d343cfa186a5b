import AlarmClock
import Control
import Hardware
import Storage
import Testing

@testable import Daemon

/// A chime that nobody hears or feels is not called one.
@Suite struct ChimeNoticeTests {
  struct Row: Sendable {
    var own: [SettingKey: String] = [:]
    var isQuiet = false
    var lacks: [DeviceRole: String] = [:]
    /// nil: it is noticed.
    var why: String?
  }

  static let failing: [DeviceRole: String] = [.speaker: "the speaker fails", .vibration: "the vibration fails"]

  static let rows: [Row] = [
    Row(), Row(own: [.volume: "0"]), Row(own: [.vibration: "off"]), Row(isQuiet: true),
    Row(lacks: [.speaker: "the speaker fails"]), Row(lacks: [.vibration: "the vibration fails"]),
    Row(lacks: failing, why: "the speaker fails, the vibration fails"),
    Row(own: [.vibration: "off"], lacks: failing, why: "the speaker fails, its vibration is off"),
    Row(own: [.volume: "0", .vibration: "off"], why: "it has no sound, its vibration is off"),
    Row(own: [.sound: "off"], lacks: failing, why: "it has no sound, the vibration fails"),
    Row(own: [.vibration: "off"], isQuiet: true, why: "in quiet hours nothing sounds, its vibration is off"),
    // Off says all there is to say.
    Row(own: [.chime: "off"], lacks: failing),
  ]

  @Test(arguments: rows)
  func whyAnEndIsNotNoticedIsToldInListAndLog(row: Row) async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    desk.chimes.state.withLock { $0.lacks = row.lacks }
    if row.isQuiet { _ = try await desk.ledger.change("quiet", to: "on") }
    _ = try await TimerTests.start(desk, "1s", label: "tea", row.own)
    #expect(await desk.ledger.timerViews.map(\.unnoticed) == [nil])
    TimerTests.pass(desk, .seconds(1))
    #expect(await desk.ledger.timerViews.map(\.unnoticed) == [row.why])
    let told = await TimerTests.details(desk, .timerEnded)
    #expect(told.map { $0.hasSuffix("NOT NOTICED: \(row.why ?? "")") } == [row.why != nil])
  }

  @Test func aDeviceThatRecoversIsNoticedAgain() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    desk.chimes.state.withLock { $0.lacks = Self.failing }
    _ = try await TimerTests.start(desk, "1s")
    TimerTests.pass(desk, .seconds(1))
    #expect(await desk.ledger.timerViews.map { $0.unnoticed != nil } == [true])
    desk.chimes.state.withLock { $0.lacks = [:] }
    #expect(await desk.ledger.timerViews.map(\.unnoticed) == [nil])
  }

  @Test func aChimeThatIsSwitchedOnWithNothingToNoticeItBySaysSo() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    for key in ["volume", "vibration", "chime"] {
      _ = try await desk.ledger.change(key, to: key == "volume" ? "0" : "off")
    }
    let notes = try await desk.ledger.change("chime", to: "on").notes
    #expect(notes.count == 1 && notes[0].hasPrefix("nothing will be noticed when it ends: its volume is 0"))
    _ = try await desk.ledger.change("vibration", to: "light")
    #expect(try await desk.ledger.change("chime", to: "on").notes.isEmpty)
  }

  @Test func theListTellsOfASoundThatIsGoneAndOfQuietHours() async throws {
    let folder = try TemporaryFolder()
    let desk = try await Desk(folder)
    _ = try await TimerTests.start(desk, "5m", label: "tea")
    #expect(await desk.ledger.timerViews.map(\.chime.playsInstead) == [nil])
    #expect(await desk.ledger.timerViews.map(\.chime.quiet) == [false])
    _ = try await desk.ledger.addPreset("eggs", TimerInput(length: "6m"))
    _ = try await desk.ledger.change("quiet", to: "on")
    #expect(await desk.ledger.timerViews.map(\.chime.quiet) == [true])
    await desk.ledger.loseDefault("krill")
    #expect(await desk.ledger.timerViews.map(\.chime.playsInstead) == ["tone"])
    #expect(await desk.ledger.presetViews.map(\.chime.playsInstead) == ["tone"])
  }
}
