import Control
import Glibc
import Storage
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

@Suite struct RestoreTests {
  /// A copy of a clock with the card `bath`, a daily alarm at 07:30, one-offs, and a volume of 33.
  private func copy() async throws -> [UInt8] {
    let rig = try await LedgerRig(enrolling: "bath", daily: "07:30")
    try await rig.add("08:15")
    try await rig.add("+10m")
    _ = try await rig.set("volume", to: "33")
    return try await Self.bytes(rig)
  }

  static func bytes(_ rig: LedgerRig) async throws -> [UInt8] {
    let file = try await StoreCare.copy(rig.ledger)
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file.number, 0, SEEK_END)))
    guard pread(file.number, &bytes, bytes.count, 0) == bytes.count else { throw SystemError("reading", errno) }
    return bytes
  }

  @discardableResult
  static func restore(_ bytes: [UInt8], _ rig: LedgerRig) async throws -> RestoreView {
    let upload = try await rig.restores.begin(size: bytes.count)
    for start in stride(from: 0, to: bytes.count, by: 7000) {
      try await rig.restores.take(upload, [UInt8](bytes[start..<min(start + 7000, bytes.count)]))
    }
    return try await rig.restores.finish(upload)
  }

  @Test func anotherClocksCopyTakesThePlaceOfAllButTheHistory() async throws {
    let bytes = try await copy()
    let rig = try await LedgerRig(enrolling: "door", at: morning + .seconds(3600))
    let old = try await rig.add("08:30", days: "daily")
    #expect(try await rig.look(at: "bath").state == .unknownCode)
    let restored = try await Self.restore(bytes, rig)
    #expect(restored.alarms == 3 && restored.cards == 1 && restored.settings == 1)
    #expect(restored.taken == "2026-11-21T07:00:00+00:00")
    #expect(try await code { try await rig.undo() } == .nothingFound)
    let relative = try #require(rig.views.all.last).id
    #expect(
      restored.notes == [
        "\(relative) is disabled: 2026-11-21 07:10 has passed. "
          + "Set it again: rouse alarm edit \(relative) --time 07:10 && rouse alarm enable \(relative)"
      ])
    // The copy's alarms are armed, the previous ones are gone, and those that cannot ring again are disabled but not
    // missed.
    #expect(rig.scheduler.upcoming.map(\.occurrence.key.description) == ["2026-11-21T08:15", "2026-11-22T07:30"])
    #expect(rig.scheduler.upcoming.map(\.plan.volume) == [33, 33])
    #expect(rig.views.all.map(\.enabled) == [true, true, false])
    #expect(await rig.ledger.misses().isEmpty)
    // The cards are replaced too, along with the salt of their digests.
    #expect(try await rig.look(at: "bath").card?.name == "bath")
    #expect(try await rig.look(at: "door").state == .unknownCode)
    try await rig.enroll("stairs")
    #expect(try await rig.look(at: "stairs").card?.name == "stairs")
    await rig.ledger.storeEvents()
    let events = await rig.log
    #expect(events.contains { $0.alarmID == old.id } && events.contains { $0.kind == .storageRestored })
    // The previous state can be restored.
    #expect(try Store(path: restored.before, isThere: true).alarms().map(\.id) == [old.id])
    let store = try Store(path: rig.folder.store)
    #expect(try store.openRings().map(\.armed) == rig.scheduler.upcoming)
    #expect(try store.cards().map(\.name) == ["bath", "stairs"])
  }

  @Test func aRestartAfterARestoreKnowsItAll() async throws {
    let folder = try await LedgerRig().stop { try await Self.restore(copy(), $0) }
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1))
    // One-offs that are still to come ring.
    #expect(rig.scheduler.upcoming.map { $0.due - morning } == [.seconds(600), .seconds(1800), .seconds(4500)])
    #expect(rig.views.all.map(\.enabled) == [true, true, true])
    #expect(try await rig.look(at: "bath").card?.name == "bath")
  }

  @Test func whatNoCardCouldEndIsDisabled() async throws {
    let other = try TemporaryFolder()
    let recurrence = Recurrence.weekly(.daily, at: try #require(LocalTime("07:30")))
    try Store(path: other.store).save(Alarm(id: "aaaaaa", recurrence: recurrence))
    let rig = try await LedgerRig()
    let restored = try await Self.restore(try Descriptor.contents(of: other.store), rig)
    #expect(
      restored.notes == [
        "aaaaaa is disabled: no enrolled card could end it. Enroll one (rouse card add NAME), then: rouse alarm enable aaaaaa"
      ])
    #expect(restored.taken == nil)
    #expect(rig.scheduler.next == nil)
    #expect(rig.views.all.map(\.enabled) == [false])
  }

  @Test func labelsThatSeveralAlarmsHaveAreNumbered() async throws {
    let other = try TemporaryFolder()
    _ = try await LedgerRig(other, enrolling: "bath").add(AlarmInput(time: "07:10", label: "Work"))
    // Older versions could store two alarms with the same label; a third one cannot ring again.
    for (id, time) in [("aaaaaa", "08:30"), ("bbbbbb", "09:30")] {
      let recurrence = Recurrence.weekly(.daily, at: try #require(LocalTime(time)))
      try Store(path: other.store).save(Alarm(id: id, label: "Work", recurrence: recurrence))
    }
    let rig = try await LedgerRig(at: morning + .seconds(3600))
    let restored = try await Self.restore(try Descriptor.contents(of: other.store, limit: 1 << 23), rig)
    #expect(Set(rig.views.all.map { "\($0.label) \($0.enabled)" }) == ["Work false", "Work true", "Work 2 true"])
    #expect(restored.notes.last == "Another alarm is called Work, so one that came is called Work 2 (bbbbbb).")
    #expect(try Store(path: rig.folder.store).book() == rig.inForce.book)
  }

  @Test func whileAnAlarmRingsNothingIsRestored() async throws {
    let bytes = try await copy()
    let rig = try await LedgerRig(enrolling: "door", daily: "07:30")
    let upload = try await rig.restores.begin(size: bytes.count)
    try await rig.restores.take(upload, bytes)
    // The alarm is due, but the scheduler's thread has not noticed yet.
    rig.time.advance(by: .seconds(1800))
    #expect(try await code { try await rig.restores.finish(upload) } == .tryAgain)
    #expect(rig.scheduler.ringing.count == 1)
    #expect(rig.scheduler.next?.occurrence.key.description == "2026-11-22T07:30")
    #expect(rig.commands.cards.all.map(\.name) == ["door"])
    #expect(try await code { try await Self.restore(bytes, rig) } == .tryAgain)
    let stored = try Store(path: rig.folder.store).openRings().map(\.armed.due)
    #expect(stored == [morning + .seconds(1800), morning + .seconds(1800 + 86_400)])
  }

  @Test func whileAnAlarmIsLockedNothingIsRestored() async throws {
    let bytes = try await copy()
    let rig = try await LedgerRig(enrolling: "door")
    _ = try await rig.add(AlarmInput(time: "07:30", values: [.cancelLock: "20m"]))
    rig.time.advance(by: .seconds(599))
    #expect(try await code { try await Self.restore([1], rig) } == .badData)
    rig.time.advance(by: .seconds(1))
    #expect(try await code { try await Self.restore(bytes, rig) } == .tryAgain)
    #expect(rig.commands.cards.all.map(\.name) == ["door"])
    #expect(await rig.log.last?.kind == .changeRefused)
  }

  enum Bad: CaseIterable { case empty, text, aTable, newer, cut, damaged, wrongValue, wrongOverride, tooLarge }

  @Test(arguments: Bad.allCases)
  func aBadFileIsRefusedAndNothingIsChanged(bad: Bad) async throws {
    let other = try TemporaryFolder()
    var bytes = try await copy()
    switch bad {
    case .empty: bytes = []
    case .text: bytes = Array("an alarm clock".utf8)
    case .aTable: bytes = [UInt8](repeating: 0, count: 4096)
    case .newer: bytes[63] = 200
    case .cut: bytes.removeLast(bytes.count / 2)
    case .damaged: for index in 8192..<bytes.count { bytes[index] = 0xA5 }
    case .wrongValue, .wrongOverride:
      var alarm = Alarm(id: "aaaaaa", label: bad == .wrongValue ? "a\u{1B}[2J" : "", recurrence: .instant(morning))
      if bad == .wrongOverride { alarm.overrides.silenceAfter = .seconds(-5) }
      try Store(path: other.store).save(alarm)
      bytes = try Descriptor.contents(of: other.store)
    case .tooLarge: break
    }
    let rig = try await LedgerRig(enrolling: "door", daily: "07:30")
    await rig.ledger.storeEvents()
    let before = try Store(path: rig.folder.store)
    let whole = (try before.alarms(), try before.cards(), before.salt, try before.openRings())
    let code = try await code {
      if bad == .tooLarge { _ = try await rig.restores.begin(size: 1 << 40) }
      return try await Self.restore(bytes, rig)
    }
    #expect(code == .badData)
    let after = try Store(path: rig.folder.store)
    #expect(try (after.alarms(), after.cards(), after.salt, after.openRings()) == whole)
    #expect(rig.folder.backups.isEmpty)
    #expect(rig.scheduler.next?.due == morning + .seconds(1800))
  }

  @Test func handingOverIsForOneAtATimeAndNotForEver() async throws {
    let bytes = try await copy()
    let rig = try await LedgerRig()
    let first = try await rig.restores.begin(size: bytes.count)
    let second = try await rig.restores.begin(size: bytes.count)
    #expect(try await code { try await rig.restores.take(first, bytes) } == .tryAgain)
    #expect(try await code { try await rig.restores.finish(first) } == .tryAgain)
    try await rig.restores.take(second, bytes)
    #expect(try await code { try await rig.restores.take(second, [1]) } == .badData)
    await rig.pass(.seconds(60))
    #expect(try await code { try await rig.restores.finish(second) } == .tryAgain)
    #expect(!rig.folder.names.contains("restore"))
    // A death during a restore leaves the folder until the next start.
    #expect(mkdir(rig.folder.path + "/restore", 0o700) == 0)
    try DurableFile.copy(rig.folder.store, to: rig.folder.path + "/restore/rouse.sqlite")
    let third = try await rig.restores.begin(size: bytes.count)
    try await rig.restores.take(third, Array(bytes[..<1000]))
    #expect(try await code { try await rig.restores.finish(third) } == .badData)
    #expect(rig.commands.cards.all.isEmpty)
    #expect(mkdir(rig.folder.path + "/restore", 0o700) == 0)
    try DurableFile.copy(rig.folder.store, to: rig.folder.path + "/restore/rouse.sqlite")
    await rig.care.checkAfterStart()
    #expect(!rig.folder.names.contains("restore"))
  }
}
