import Control
import Glibc
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine
@testable import Storage

/// Comparing with another clock's copy, and importing it, with names for what it adds.
@Suite struct ImportTests {
  static func clock(card: String = "bath") async throws -> LedgerRig {
    let rig = try await LedgerRig(enrolling: card)
    _ = try await rig.add(AlarmInput(time: "07:30", label: "Work", days: "daily"))
    _ = try await rig.set("volume", to: "33")
    return rig
  }

  private static func hand(_ bytes: [UInt8], _ rig: LedgerRig) async throws -> Int {
    let upload = try await rig.restores.begin(size: bytes.count, for: .inclusion)
    try await rig.restores.take(upload, bytes)
    return upload
  }

  static func compare(_ bytes: [UInt8], _ rig: LedgerRig, cards: Bool = false) async throws -> Restores.Comparison {
    try await rig.restores.compare(try await hand(bytes, rig), cards: cards)
  }

  @discardableResult
  static func take(
    _ bytes: [UInt8], _ rig: LedgerRig, _ choices: ImportChoices, cards: Bool = false, token: String? = nil
  ) async throws -> ImportView {
    let token = if let token { token } else { try await compare(bytes, rig, cards: cards).token }
    return try await rig.restores.finishImport(
      FinishImport(upload: try await hand(bytes, rig), token: token, cards: cards, choices: choices, confirmed: true))
  }

  static func isIdle(
    _ bytes: [UInt8], _ rig: LedgerRig, _ choices: ImportChoices, cards: Bool = false
  ) async throws -> Bool {
    let view = try await take(bytes, rig, choices, cards: cards)
    return view.before == nil && view.added + view.changed == 0
  }

  static let mine = ImportChoices(all: .mine)
  static let theirs = ImportChoices(all: .theirs)
  static let both = ImportChoices(all: .both)

  /// Returns a clock and the bytes of another, where `Work` rings an hour earlier at another volume, with one alarm less.
  func twoClocks() async throws -> (rig: LedgerRig, bytes: [UInt8]) {
    let bytes = try await RestoreTests.bytes(Self.clock())
    let rig = try await LedgerRig()
    try await RestoreTests.restore(bytes, rig)
    _ = try await rig.edit("Work", AlarmInput(time: "08:30"))
    _ = try await rig.set("volume", to: "50")
    _ = try await rig.add(AlarmInput(time: "14:00", label: "Nap", days: "daily"))
    return (rig, bytes)
  }

  @Test func theirsIsShownBesideMineThenArmedAndStoredAndWhatWasThereIsCopied() async throws {
    let (rig, bytes) = try await twoClocks()
    let shown = ImportViews(try await Self.compare(bytes, rig), like: rig.views)
    #expect(shown.facts.cards == nil && shown.facts.staying == [])
    #expect(shown.facts.taken == "2026-11-21T07:00:00+00:00")
    let items = shown.items
    #expect(items.map(\.name) == ["Work", "Nap", "volume"])
    #expect(items.map(\.mine) == ["daily 08:30", "daily 14:00", "50"])
    #expect(items.map(\.theirs) == ["daily 07:30", nil, "33"])
    #expect(items.map(\.choices) == [ImportChoice.allCases, [], [.mine, .theirs]])
    #expect(items.allSatisfy { $0.changes.isEmpty && $0.notes.isEmpty })
    let done = try await Self.take(bytes, rig, Self.theirs)
    #expect(done.added == 0 && done.changed == 2 && !done.cards)
    #expect(rig.views.all.map(\.label) == ["Work", "Nap"])
    #expect(rig.scheduler.upcoming.map(\.occurrence.key.description) == ["2026-11-21T07:30", "2026-11-21T14:00"])
    #expect(rig.scheduler.upcoming.map(\.plan.volume) == [33, 33])
    #expect(try Store(path: rig.folder.store).book() == rig.inForce.book)
    #expect(try Store(path: rig.folder.store).openRings().map(\.armed) == rig.scheduler.upcoming)
    #expect(rig.follower.told.last?.volume == 33)
    let before = try #require(done.before)
    #expect(before.hasSuffix("/rouse-2026-11-21-before-import.sqlite"))
    #expect(try Store(path: before, isThere: true).wholeSettings().volume == 50)
    #expect(rig.events.pending.contains { $0.kind == .imported })
    #expect(try await code { try await rig.undo() } == .nothingFound)
    let again = try await Self.take(bytes, rig, Self.theirs)
    #expect(again == ImportView(added: 0, changed: 0, cards: false, before: nil, notes: []))
    #expect(!DurableFile.exists(rig.folder.path + "/backups/rouse-2026-11-21-before-import-2.sqlite"))
  }

  @Test func cardsOfAnotherClockComeWithTheirSalt() async throws {
    let bytes = try await RestoreTests.bytes(Self.clock(card: "hall"))
    let rig = try await Self.clock()
    func isKnown(_ card: String) async throws -> Bool { try await rig.look(at: card).card != nil }
    let shown = try #require(ImportViews(try await Self.compare(bytes, rig), like: rig.views).facts.cards)
    #expect(shown.mine == ["bath"] && shown.theirs == ["hall"] && !shown.taken && shown.obstacle == nil)
    try await Self.take(bytes, rig, Self.theirs)
    #expect(try await isKnown("bath"))
    #expect(try await !isKnown("hall"))
    try await Self.take(bytes, rig, Self.mine, cards: true)
    #expect(try await isKnown("hall"))
    #expect(try await !isKnown("bath"))
    #expect(try await Self.isIdle(bytes, rig, Self.mine, cards: true))
    let bare = try TemporaryFolder()
    try Store(path: bare.store).save(TimerPreset(name: "tea", length: .seconds(60)))
    let cardless = try Descriptor.contents(of: bare.store)
    #expect(try await code { try await Self.compare(cardless, rig, cards: true) } == .nothingFound)
  }

  @Test func whatHasChangedSinceItWasShownIsRefused() async throws {
    let (rig, bytes) = try await twoClocks()
    let token = try await Self.compare(bytes, rig).token
    #expect(try await Self.compare(bytes, rig).token == token)
    _ = try await rig.set("volume", to: "51")
    #expect(try await code { try await Self.take(bytes, rig, Self.theirs, token: token) } == .tryAgain)
    // A token does not fit another file.
    let now = try await Self.compare(bytes, rig).token
    _ = try await rig.set("volume", to: "52")
    let other = try await RestoreTests.bytes(rig)
    _ = try await rig.set("volume", to: "51")
    #expect(try await Self.compare(bytes, rig).token == now)
    #expect(try await code { try await Self.take(other, rig, Self.theirs, token: now) } == .tryAgain)
    // The token also differs with cards, and once one of their rings has passed.
    #expect(try await Self.compare(bytes, rig, cards: true).token != now)
    #expect(rig.inForce.settings.volume == 51 && rig.folder.backups.count == 1)
  }

  @Test func whileAnAlarmRingsNothingIsImported() async throws {
    let (rig, bytes) = try await twoClocks()
    let token = try await Self.compare(bytes, rig).token
    let upload = try await Self.hand(bytes, rig)
    rig.time.advance(by: .seconds(5400))
    // The alarm is due, but the scheduler's thread has not noticed yet.
    let wanted = FinishImport(upload: upload, token: token, cards: false, choices: Self.theirs, confirmed: true)
    #expect(try await code { try await rig.restores.finishImport(wanted) } == .tryAgain)
    _ = await rig.takeDue()
    #expect(rig.scheduler.ringing.count == 1)
    #expect(try await code { try await Self.hand(bytes, rig) } == .tryAgain)
    #expect(rig.inForce.settings.volume == 50)
  }

  @Test func aLockedAlarmIsLeftAloneAndNoOtherSuffers() async throws {
    let (rig, bytes) = try await twoClocks()
    _ = try await rig.edit("Work", AlarmInput(values: [.cancelLock: "20m"]))
    rig.time.advance(by: .seconds(75 * 60))
    let id = rig.views.all[0].id
    for choices in [
      Self.theirs, ImportChoices(all: .mine, each: ["alarm \(id)": .theirs]),
      ImportChoices(all: .mine, each: ["setting volume": .theirs]),
    ] {
      #expect(try await code { try await Self.take(bytes, rig, choices) } == .tryAgain)
    }
    #expect(await rig.log.last?.kind == .changeRefused)
    #expect(try await Self.take(bytes, rig, Self.both).added == 1)
    #expect(rig.inForce.book.alarm(id)?.overrides.cancelLock == .seconds(1200))
  }

  @Test(arguments: StrangeCopyTests.rows + [("PRAGMA user_version = 200", ["install the Rouse that made it"])])
  func aHostileOrNewerFileIsRefusedAndNothingIsChanged(sql: String, named: [String]) async throws {
    let bytes = try await StrangeCopyTests.copy(sql)
    let rig = try await LedgerRig()
    let error = try await #require(throws: ControlError.self) { try await Self.compare(bytes, rig) }
    #expect(error.code == .badData && error.what == "the file cannot be imported")
    for word in named { #expect(error.why.contains(word), "\(word) in \(error.why)") }
    #expect(rig.folder.backups.isEmpty && !rig.folder.names.contains("restore"))
  }

  @Test(arguments: [
    "DELETE FROM alarms WHERE label = 'Nap'", "UPDATE settings SET value = '12' WHERE key = 'volume'",
  ])
  func whatIsNotStoredAsPromisedIsTakenBack(sql: String) async throws {
    let (rig, bytes) = try await twoClocks()
    let before = rig.inForce.book
    await rig.restores.whenStored { path in
      do { try Database(path: path, readOnly: false).execute(sql) } catch { Issue.record("\(error)") }
    }
    let error = try await #require(throws: ControlError.self) { try await Self.take(bytes, rig, Self.theirs) }
    #expect(error.code == .cannotWrite && error.what == "the import was taken back")
    #expect(rig.inForce.book == before)
    #expect(try Store(path: rig.folder.store).book() == before)
    #expect(rig.scheduler.upcoming.map(\.plan.volume) == [50, 50])
    #expect(try Store(path: rig.folder.store).openRings().map(\.armed) == rig.scheduler.upcoming)
    await rig.restores.whenStored { _ in }
    #expect(try await Self.take(bytes, rig, Self.theirs).changed == 2)
  }

  @Test func soundsComeUnderFreeIDsAndMineStayWhereTheyAreWanted() async throws {
    let old = try await SoundPlace()
    try await old.add("Morning.wav")
    try await old.add("Owl.wav", .sine(880, seconds: 2))
    try await old.rig.enroll("bath")
    _ = try await old.rig.add(AlarmInput(time: "07:30", days: "daily", values: [.sound: "owl"]))
    let copy = try await old.copy()
    let new = try await SoundPlace()
    try await new.rig.enroll("bath")
    try await new.add("Morning.wav", .sine(220, seconds: 1))
    try await new.add("owl!.wav", .sine(330, seconds: 1))
    #expect(await new.own == ["Morning.wav": "morning", "owl!.wav": "owl"])
    let morning = try new.bytes("Morning.wav")
    let done = try await Self.take(copy, new.rig, Self.mine)
    #expect(done.added == 2 && done.notes.isEmpty)
    #expect(await new.own == ["Morning.wav": "morning", "owl!.wav": "owl", "Owl.wav": "owl-2"])
    #expect(new.rig.scheduler.upcoming.map(\.plan.sound) == ["owl-2"])
    #expect(try new.bytes("Morning.wav") == morning && new.bytes("Owl.wav") == old.bytes("Owl.wav"))
    #expect(try await Self.take(copy, new.rig, Self.mine).added == 0)
    #expect(try await Self.take(copy, new.rig, Self.theirs).changed == 1)
    #expect(try new.bytes("Morning.wav") == old.bytes("Morning.wav"))
    #expect(try await Self.compare(copy, new.rig).sounds.allSatisfy { $0.state == .same })
  }

  @Test func aThousandAlarmsAreComparedAndTaken() async throws {
    let other = try TemporaryFolder()
    let recurrence = Recurrence.weekly(.daily, at: try #require(LocalTime("07:30")))
    do {
      let store = try Store(path: other.store)
      try store.transaction { () throws(StorageError) in
        for number in 0..<1000 {
          try store.save(Alarm(id: "a\(number)", label: "Room \(number)", recurrence: recurrence))
        }
      }
    }
    let bytes = try Descriptor.contents(of: other.store, limit: 1 << 23)
    let rig = try await Self.clock()
    #expect(ImportViews(try await Self.compare(bytes, rig), like: rig.views).items.count == 1002)
    #expect(try await Self.take(bytes, rig, Self.mine).added == 1000)
    #expect(rig.scheduler.upcoming.count == 1001)
    #expect(try await Self.isIdle(bytes, rig, Self.mine))
  }

  @Test func bothHaveTheirOwnIDsAndNoNameOfACopyIsGivenTwiceInADay() async throws {
    let (rig, bytes) = try await twoClocks()
    let backups = rig.folder.path + "/backups"
    mkdir(backups, 0o700)
    // The numbers below these are free again because older copies were deleted; they are not reused.
    for name in ["before-import-9", "before-restore-12", "before-import-x"] {
      try Files.write("", to: "\(backups)/rouse-2026-11-21-\(name).sqlite")
    }
    let done = try await Self.take(bytes, rig, Self.both)
    #expect(done.before?.hasSuffix("/rouse-2026-11-21-before-import-10.sqlite") == true)
    #expect(rig.views.all.map(\.label) == ["Work", "Nap", "Work 2"])
    let id = try #require(rig.views.all.last).id
    #expect(done.added == 1)
    #expect(done.notes == ["Another alarm is called Work, so one that came is called Work 2 (\(id))."])
    #expect(Set(rig.views.all.map(\.id)).count == 3)
    #expect(rig.scheduler.upcoming.count == 3)
    #expect(try await Self.isIdle(bytes, rig, Self.both))
    #expect(try await Self.isIdle(bytes, rig, Self.mine))
  }

  @Test func namesTheAlarmsThatAreLeftOut() async throws {
    let other = try await Self.clock()
    try await other.add("07:05")
    _ = try await other.add(AlarmInput(time: "07:10", label: "Train"))
    _ = try await other.add(AlarmInput(time: "09:10", label: "Boat"))
    let bytes = try await RestoreTests.bytes(other)
    let rig = try await LedgerRig(enrolling: "bath", at: morning + .seconds(3600))
    let compared = try await Self.compare(bytes, rig)
    let ids = compared.books.leftOut.map(\.id)
    #expect(
      ImportViews(compared, like: rig.views).facts.leftOut
        == ["\(ids[0]) 2026-11-21 07:05", "Train (\(ids[1])) 2026-11-21 07:10"])
    #expect(try await Self.take(bytes, rig, Self.theirs).added == 2)
    #expect(rig.views.all.map(\.label) == ["Work", "Boat"])
  }
}
