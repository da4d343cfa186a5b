import Control
import Glibc
import Hardware
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

@Suite struct MessageTests {
  private let rig: MessageRig

  init() async throws { rig = try await MessageRig(try TemporaryFolder()) }

  @Test func aMessageIsSeenByTurnsWithTheTimeUntilItsEndAndIsSilent() async throws {
    let reply = try await rig.show("bin day", for: "20s")
    #expect(reply.notes.isEmpty && reply.message.left == 20 && !reply.message.beep)
    #expect(!rig.ledger.time.hasSleepers && rig.speaker.sound(of: .preview) == nil)
    #expect(reply.message.until == "2026-11-21T07:00:20+00:00")
    #expect(
      rig.seen(for: .seconds(30)) == [
        "bin ", "in d", "n da", " day", "07:00", "bin ", "in d", "n da", " day", "07:00", "bin ", "07:00",
      ])
    #expect(rig.texts.isEmpty)
  }

  @Test func otherThingsOfTheIdleFaceGoBeforeIt() async throws {
    try await rig.show("tea")
    #expect(rig.shown == DisplayFace(text: "tea", brightness: 8))
    rig.face.set { $0.countdown = { .running(left: .seconds(65)) } }
    #expect(rig.shown.text == " 1:05")
    rig.face.notice("good", at: rig.ledger.time.monotonic)
    #expect(rig.shown.text == "good")
    rig.face.set { $0.countdown = { nil } }
    rig.ledger.time.advance(by: .seconds(11))
    #expect(rig.shown.text == "tea")
    rig.face.set { $0.idle.isRight = false }
    #expect(rig.shown == DisplayFace(text: "tea", brightness: 8))
    let ring = RingState(Settings().plan(for: Alarm(id: "a", recurrence: .instant(morning))), start: .zero)
    #expect(rig.face.ringing([ring], at: morning, monotonic: .zero, isLit: true).text == "07:00")
  }

  @Test func whoeverAsksLearnsWhyItIsNotSeen() async throws {
    _ = try await rig.ledger.set("brightness", to: "off")
    #expect(try await rig.show("tea").notes.map { $0.contains("rouse settings set brightness 8") } == [true])
    #expect(rig.shown.brightness == nil)
    #expect(rig.face.nextChange(after: rig.ledger.time.now, monotonic: rig.ledger.time.monotonic) == .seconds(60))
    _ = try await rig.ledger.set("brightness", to: "3")
    rig.room.isRinging.withLock { $0 = true }
    #expect(try await rig.show("eggs").notes.map { $0.hasPrefix("An alarm has the display") } == [true])
    rig.room.isRinging.withLock { $0 = false }
    _ = try await rig.ledger.startTimer("5m", TimerInput())
    #expect(try await rig.show("bread").notes.map { $0.hasPrefix("A timer has the display") } == [true])
    _ = try await rig.ledger.set("countdown", to: "off")
    #expect(try await rig.show("oats").notes.isEmpty)
  }

  @Test func whatTheDisplayCannotDrawIsNamed() async throws {
    let reply = try await rig.show("Milk é 🎉")
    #expect(
      reply.notes == ["The display cannot draw all of it: it shows rn for M, h for k, e for é, and nothing for 🎉."])
    #expect(reply.message.text == "Milk é 🎉" && reply.message.drawn == "rnilh e")
    #expect(try await MessageRig(try TemporaryFolder(), on: .fourLetters).show("Milk").notes.isEmpty)
    #expect(try await rig.show("a" + String(repeating: "\u{301}", count: 700)).notes.allSatisfy { $0.utf8.count < 200 })
  }

  @Test func whatIsRefusedChangesNothing() async throws {
    for (text, span, until) in [
      ("", nil, nil), ("07:30", nil, nil), ("CArd", nil, nil), ("a\u{0}b", nil, nil), ("\u{202E}a", nil, nil),
      (String(repeating: "a", count: 201), nil, nil), (String(repeating: "🎉", count: 200), nil, nil),
      ("tea", "9s", nil), ("tea", "25h", nil), ("tea", "x", nil), ("tea", "-5m", nil), ("tea", nil, "25:00"),
      ("tea", nil, "+10m"), ("tea", nil, ""), ("tea", "10m", "08:00"),
    ] as [(String, String?, String?)] {
      #expect(try await code { try await rig.show(text, for: span, until: until) } == .usage, "\(text)")
    }
    #expect(rig.texts.isEmpty)
    let bare = try await MessageRig(try TemporaryFolder(), fitted: [.buzzer])
    #expect(try await code { try await bare.show("off") } == .notPermitted)
  }

  @Test func aTimeOfDayIsTheNextOne() async throws {
    for (until, end) in [
      ("08:00", "2026-11-21T08:00:00+00:00"), ("7:00am", "2026-11-22T07:00:00+00:00"),
      ("06:59:59", "2026-11-22T06:59:59+00:00"),
      ("7:01", "2026-11-21T07:01:00+00:00"), ("11pm", "2026-11-21T23:00:00+00:00"),
    ] {
      let message = try await rig.show("tea", until: until).message
      #expect(message.until == end && message.inDays == (end.hasPrefix("2026-11-21") ? 0 : 1), "\(until)")
    }
  }

  @Test func messagesAreClearedByIdByTextOrAll() async throws {
    let id = try await rig.show("tea").message.id
    for text in ["eggs", "bread", "oats"] { try await rig.show(text) }
    #expect(try await rig.clear(String(id.prefix(4))).messages.map(\.text) == ["tea"])
    #expect(try await rig.clear("bread").messages.map(\.text) == ["bread"])
    #expect(try await code { try await rig.clear("jam") } == .nothingFound)
    #expect(rig.shown.text == "oats")
    let seen = try #require(rig.messages.all.last?.id)
    #expect(rig.commands.take(seen) && !rig.commands.take(seen) && rig.texts == ["eggs"])
    await rig.commands.keep(in: rig.ledger.ledger)
    #expect(try await rig.clear().messages.map(\.text) == ["eggs"])
    #expect(try await rig.clear().messages.isEmpty)
    #expect(rig.shown.text == "07:00")
  }

  @Test func aMessageOutlivesARestartAndAPowerCutButNotItsEnd() async throws {
    let folder = try TemporaryFolder()
    let time = ManualTime(morning)
    do {
      let rig = try await MessageRig(folder, time: time)
      try await rig.show("bin day", until: "08:00", beeps: true)
      try await rig.show("tea", for: "10m")
      try await rig.show("eggs")
      try await rig.clear("eggs")
    }
    do {
      let rig = try await MessageRig(folder, time: time)
      #expect(rig.commands.all.map(\.text) == ["bin day", "tea"] && rig.commands.all.map(\.beep) == [true, false])
    }
    time.cutPower(for: .seconds(300))
    #expect(try await MessageRig(folder, time: time).texts == ["bin day", "tea"])
    time.cutPower(for: .seconds(300))
    #expect(try await MessageRig(folder, time: time).texts == ["bin day"])
    time.advance(by: .seconds(3000))
    let rig = try await MessageRig(folder, time: time)
    #expect(rig.texts.isEmpty && rig.shown.text == "08:00")
  }

  @Test(arguments: [
    "{\"messages\":", "[]", "{}", "{\"messages\":[{\"id\":\"a\"}]}", String(repeating: " ", count: 1 << 19),
  ])
  func aFileThatCannotBeReadIsToldAndReplaced(text: String) async throws {
    let folder = try TemporaryFolder()
    try DurableFile.replace(folder.path + "/messages.json", by: Array(text.utf8))
    do {
      let rig = try await MessageRig(folder)
      #expect(rig.texts.isEmpty)
      #expect(
        rig.ledger.events.pending.contains { $0.kind == .storageFailed && $0.detail?.contains("messages") == true })
      try await rig.show("tea")
    }
    #expect(try await MessageRig(folder).texts == ["tea"])
  }

  @Test func ofAStrangeFileOnlyMessagesAreShown() async throws {
    let folder = try TemporaryFolder()
    let texts = ["tea", "07:30", "a\\u0000b", "CArd", "\\u202Ea"] + (0..<20).map { "more \($0)" }
    let end = (morning + .seconds(3600)).nanoseconds
    let entries = texts.enumerated().map { index, text in
      #"{"id":"id\#(index % 8)","text":"\#(text)","beeps":false,"end":\#(end)}"#
    }
    let bad = #"{"id":"\u001B[2J","text":"eggs","beeps":false,"end":\#(end)}"#
    // Later than any allowed end: the clock was years ahead when the message was set.
    let endless = #"{"id":"late","text":"milk","beeps":false,"end":9223372036854775807}"#
    try DurableFile.replace(
      folder.path + "/messages.json",
      by: Array("{\"messages\":[\(([endless] + entries.prefix(9) + [bad]).joined(separator: ","))]}".utf8))
    let rig = try await MessageRig(folder)
    // The ninth message has a duplicate ID.
    #expect(rig.texts == ["tea", "more 0", "more 1", "more 2"])
    #expect(rig.commands.all.count == 4 && rig.shown.text == "rnor")
  }

  @Test func whereTheDiskTakesNothingItIsShownAndSaid() async throws {
    try await rig.show("tea")
    // A folder in place of the new file makes the write fail.
    #expect(mkdir(rig.folder.path + "/messages.json.new", 0o700) == 0)
    let notes = try await rig.show("eggs").notes
    #expect(notes.count == 1 && notes[0].hasPrefix("It is shown, but will be gone after a restart: "))
    #expect(rig.texts == ["tea", "eggs"])
    let cleared = try await rig.clear("tea")
    #expect(cleared.notes.map { $0.hasPrefix("It is gone, but may come back after a restart: ") } == [true])
    #expect(rig.texts == ["eggs"])
  }

  static let silences: [(quiet: String, volume: String, lack: String?, isBusy: Bool, why: String?)] = [
    ("off", "80", nil, false, nil), ("22:00-06:00", "80", nil, false, nil),
    ("22:00-07:30", "80", nil, false, "quiet is 22:00-07:30"), ("off", "0", nil, false, "the volume is 0"),
    ("off", "80", "no speaker is fitted", false, "no speaker is fitted"),
    ("22:00-07:30", "80", "no speaker is fitted", false, "no speaker is fitted"),
    ("off", "80", nil, true, "something else sounds"),
  ]

  /// If the speaker cannot play, the buzzer beeps three times, under the same rules.
  @Test(arguments: silences, [false, true])
  func itBeepsSoftlyOrSaysWhyNot(
    row: (quiet: String, volume: String, lack: String?, isBusy: Bool, why: String?), onTheBuzzer: Bool
  ) async throws {
    try await rig.set(["quiet": row.quiet, "volume": row.volume])
    if onTheBuzzer {
      rig.room.lack.withLock { $0 = [.speaker: "no speaker is fitted"] }
    } else if let lack = row.lack {
      rig.room.lack.withLock { $0 = [.speaker: lack, .buzzer: "no buzzer is fitted"] }
    }
    rig.room.isBusy.withLock { $0 = row.isBusy }
    let reply = try await rig.show("tea", beeps: true)
    #expect(reply.message.beep && rig.shown.text == "tea")
    let isSilent = onTheBuzzer ? row.quiet == "22:00-07:30" || row.volume == "0" || row.isBusy : row.why != nil
    #expect(reply.notes.isEmpty == !isSilent, "\(reply.notes)")
    if !onTheBuzzer { #expect(reply.notes == (row.why.map { ["It does not beep: \($0)."] } ?? [])) }
    guard !isSilent else {
      #expect(!rig.ledger.time.hasSleepers && rig.speaker.sound(of: .preview) == nil)
      #expect(rig.room.buzzes.withLock { $0.isEmpty })
      return
    }
    if onTheBuzzer {
      await rig.ledger.time.eventually(every: .milliseconds(50)) {
        rig.room.buzzes.withLock { $0.last == .some(nil) }
      }
      let buzzes = rig.room.buzzes.withLock { $0 }
      #expect(buzzes.filter { $0 == true }.count == 3 && rig.speaker.sound(of: .preview) == nil, "\(buzzes)")
    } else {
      #expect(await eventually { rig.speaker.sound(of: .preview)?.sound == SoundShelf.beepID })
      #expect(rig.speaker.sound(of: .preview)?.volume == MessageBeep.mostVolume)
      await rig.ledger.time.eventually(every: .milliseconds(50)) { rig.speaker.sound(of: .preview) == nil }
      #expect(!rig.ledger.events.pending.contains { $0.kind == .previewStarted })
    }
  }

  @Test(arguments: [SoundShelf.beepID, SoundShelf.foundID])
  func theShelfHasTonesOfItsOwnAndShowsThemToNobody(id: String) {
    let shelf = SoundShelf()
    #expect(shelf.holds(id) && shelf.source(of: id, rate: 48_000) != nil)
    #expect(!shelf.knownIDs.contains(id) && !shelf.views.contains { $0.id == id })
  }
}

/// Messages on the display, over a ledger in a folder. Another rig over the same folder acts as a restart.
struct MessageRig {
  final class Room: Sendable {
    let isRinging = Box(false)
    let isBusy = Box(false)
    let lack = Box<[DeviceRole: String]>([:])
    let buzzes = Box<[Bool?]>([])
  }

  /// Retained because the folder is deleted with its last owner.
  let folder: TemporaryFolder
  let ledger: LedgerRig
  let messages: ShownMessages
  let commands: MessageCommands
  let face: ClockFace
  let speaker = FakeShared()
  let room = Room()

  init(
    _ folder: TemporaryFolder, on shape: DisplayShape = .fourDigits, at now: Instant = morning,
    fitted roles: Set<DeviceRole> = Set(DeviceRole.allCases), time: ManualTime? = nil
  ) async throws {
    self.folder = folder
    ledger = try await LedgerRig.reopened(folder, at: now, time: time)
    let room = room
    let kept = MessageCommands.kept(in: folder.path, on: shape, ledger.events)
    messages = ShownMessages(on: shape, kept: kept, inForce: ledger.inForce, time: ledger.time)
    let player = PreviewPlayer(outputs: speaker, events: ledger.events, time: ledger.time)
    face = ClockFace(ledger.inForce, shape: shape, messages: messages)
    commands = MessageCommands(
      messages: messages,
      beep: MessageBeep(
        inForce: ledger.inForce, previews: player, time: ledger.time, zone: { .utc },
        lack: { role in room.lack.withLock { $0[role] } },
        buzz: { isOn in room.buzzes.withLock { $0.append(isOn) } }, isBusy: { room.isBusy.withLock { $0 } }),
      face: face, inForce: ledger.inForce, scheduler: ledger.scheduler, timers: ledger.timers,
      fitting: Fitting(board: "bench", roles: roles), isRinging: { room.isRinging.withLock { $0 } }, time: ledger.time)
  }

  @discardableResult
  func show(
    _ text: String, for span: String? = nil, until: String? = nil, beeps: Bool = false
  ) async throws -> ShowMessage.Reply {
    try await commands.show(in: ledger.ledger, ShowMessage(text: text, span: span, until: until, beeps: beeps))
  }

  func set(_ values: KeyValuePairs<String, String>) async throws {
    for (key, value) in values { _ = try await ledger.set(key, to: value) }
  }

  @discardableResult
  func clear(_ name: String? = nil) async throws -> ClearMessages.Reply {
    try await commands.clear(in: ledger.ledger, name)
  }

  var shown: DisplayFace { face.idle(at: ledger.time.now, monotonic: ledger.time.monotonic) }

  /// Returns the texts shown during `duration`, each once.
  func seen(for duration: Duration) -> [String] {
    var texts: [String] = []
    let end = ledger.time.monotonic + duration
    while ledger.time.monotonic < end {
      let (now, monotonic) = (ledger.time.now, ledger.time.monotonic)
      texts.append(face.idle(at: now, monotonic: monotonic).text)
      ledger.time.advance(by: face.nextChange(after: now, monotonic: monotonic))
    }
    return texts.enumerated().filter { $0.offset == 0 || texts[$0.offset - 1] != $0.element }.map(\.element)
  }

  var texts: [String] { messages.all.map(\.text) }
}
