import Glibc
import TestSupport
import Testing

@testable import AlarmClock
@testable import Storage

@Suite struct CopyTests {
  static func alarm(_ id: String) -> Alarm { Alarm(id: id, recurrence: .instant(Instant(seconds: 100))) }

  static func card(
    _ id: String, _ name: String = "bath", kind: Card.Kind = .dismiss, digest: UInt8 = 1, isEnrolled: Bool = true
  ) -> Card {
    Card(
      id: id, name: name, kind: kind, digest: [UInt8](repeating: digest, count: Card.digestLength),
      isEnrolled: isEnrolled, created: Instant(seconds: 1))
  }

  static func filled(alarms: Int = 300) throws -> (folder: TemporaryFolder, store: Store) {
    let folder = try TemporaryFolder()
    return (folder, try filled(folder.file, alarms: alarms))
  }

  static func filled(_ path: String, alarms: Int = 300) throws -> Store {
    let store = try Store(path: path)
    try store.transaction { () throws(StorageError) in
      for number in 0..<alarms { try store.save(Self.alarm("id\(number)")) }
      for number in 1...5 { try store.append(Event(time: Instant(seconds: Int64(number)), kind: .fired)) }
    }
    return store
  }

  @Test func aCopyHoldsEverythingAndIsOneFile() throws {
    let (folder, store) = try Self.filled()
    try store.copy(to: folder.copy)
    #expect(access(folder.copy + "-wal", F_OK) != 0)
    try Store.check(fileAt: folder.copy)
    #expect(try Store.lastEvent(inFileAt: folder.copy)?.sequence == 5)
    #expect(try Store.lastEvent(inFileAt: folder.copy)?.time == Instant(seconds: 5))
    let copy = try Store(path: folder.copy, isThere: true)
    #expect(try copy.alarms() == store.alarms())
    #expect(copy.salt == store.salt)
    #expect(throws: StorageError.self) { try store.copy(to: folder.copy) }
  }

  /// The page of 4 KiB at which the damage begins; the store has more than twice as many.
  @Test(arguments: 1..<8)
  func aCheckFindsDamageThatTheOpenConnectionDoesNotSee(page: Int) throws {
    let (folder, store) = try Self.filled()
    try Store.check(fileAt: folder.file)
    _ = try store.database.run("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
    #expect(Files.bytes(folder.file).count > 16 * 4096)
    let file = open(folder.file, O_WRONLY)
    let garbage = [UInt8](repeating: 0xA5, count: 4096)
    for offset in [page * 4096, (page + 8) * 4096] { #expect(pwrite(file, garbage, 4096, offset) == 4096) }
    close(file)
    #expect(refusal { try Store.check(fileAt: folder.file) }?.kind == .corrupt)
    store.abandon()
  }

  @Test(arguments: [[UInt8](), [UInt8](repeating: 0, count: 8192), Array(repeating: UInt8(ascii: "x"), count: 5000)])
  func aStoreThatWasThereAndHasNoTablesIsCorrupt(bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    try Files.write(bytes, to: folder.file)
    #expect(refusal { try Store(path: folder.file, isThere: true) }?.kind == .corrupt)
    #expect(Files.bytes(folder.file) == bytes)
  }

  @Test func anAbandonedStoreKeepsItsLog() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try Self.filled(folder.file)
      store.abandon()
    }
    var status = stat()
    #expect(stat(folder.file + "-wal", &status) == 0 && status.st_size > 0)
    #expect(try Store(path: folder.file, isThere: true).alarms().count == 300)
  }

  @Test func whatIsPutInPlaceReplacesAllButTheHistory() throws {
    let (folder, store) = try Self.filled()
    try store.arm(RoundTripTests.armed("id1", due: 100))
    let ended = try RoundTripTests.armed("id2", due: 100)
    #expect(try store.record(.missed(rang: true), of: ended, at: Instant(seconds: 150)))
    try store.save(Self.card("card01"))
    try store.set(.volume, to: "1")
    let card = Self.card("card02", kind: .snooze, digest: 2, isEnrolled: false)
    let progress = RingProgress(began: Instant(seconds: 301), isTrusted: false)
    let ring = OpenRing(try RoundTripTests.armed("aaaaaa", due: 300), progress: progress)
    try store.save(TimerTests.timers[0])
    try store.save(TimerTests.presets[0])
    let (timers, presets) = (Array(TimerTests.timers[1...]), Array(TimerTests.presets[1...]))
    var settings = Settings()
    settings.sound = "birds"
    let salt = [UInt8](repeating: 7, count: 16)
    let book = AlarmBook(
      alarms: [Self.alarm("aaaaaa")], cards: [card], presets: presets, settings: settings, salt: salt)
    try store.replace(by: book, timers: timers, open: [ring])
    for store in [store, try Store(path: folder.file)] {
      #expect(try store.alarms() == [Self.alarm("aaaaaa")])
      #expect(try store.cards() == [card])
      #expect(try store.settings() == [.sound: "birds"])
      #expect(store.salt == salt)
      #expect(try store.timers() == timers)
      #expect(try store.presets() == presets)
      #expect(try store.openRings() == [ring])
      #expect(try store.misses().map(\.alarmID) == ["id2"])
      #expect(try store.lastEventSequence() == 5)
    }
  }

  @Test func aReplacementThatFailsLeavesEverything() throws {
    let (folder, store) = try Self.filled()
    let salt = store.salt
    let twins = [Self.card("card01"), Self.card("card02")]
    let book = AlarmBook(cards: twins, salt: [UInt8](repeating: 7, count: 16))
    #expect(refusal { try store.replace(by: book, open: []) }?.kind == .constraint)
    #expect(try store.alarms().count == 300)
    #expect(try store.cards().isEmpty)
    #expect(store.salt == salt)
    #expect(try Store(path: folder.file).salt == salt)
  }
}
