import AlarmClock
import CSQLite
import Control
import Glibc
import Hardware
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// The minimal start after repeated failed starts.
@Suite struct MinimalTests {
  @Test func threeBadStartsWithinAMinuteMakeAMinimalOne() throws {
    let folder = try TemporaryFolder()
    let record = StartRecord(socketPath: folder.path + "/s")
    defer { record.clear() }
    #expect(record.note(at: .seconds(100)) == (0, nil))
    #expect(record.note(at: .seconds(110)) == (1, nil))
    #expect(record.note(at: .seconds(120)) == (2, nil))
    #expect(record.note(at: .seconds(159)) == (3, nil))
    // The first starts were more than a minute ago.
    #expect(record.note(at: .seconds(175)) == (2, nil))
    record.clear()
    #expect(record.note(at: .seconds(176)) == (0, nil))
    // After a reboot, the count restarts at zero.
    #expect(record.note(at: .seconds(5)) == (0, nil))
  }

  @Test func whyAStartCouldNotBeIsKnownToThoseThatFollow() throws {
    let folder = try TemporaryFolder()
    let record = StartRecord(socketPath: folder.path + "/s")
    defer { record.clear() }
    #expect(record.note(at: .seconds(1)) == (0, nil))
    record.note(reason: "no board")
    #expect(record.note(at: .seconds(2)) == (1, "no board"))
    record.note(reason: "a newer store")
    // A start that was killed gives no reason, so the last known one stays.
    #expect(record.note(at: .seconds(3)) == (2, "a newer store"))
    #expect(record.note(at: .seconds(4)) == (3, "a newer store"))
    // An old reason no longer counts.
    #expect(record.note(at: .seconds(100)) == (0, nil))
    #expect(record.note(at: .seconds(101)) == (1, nil))
  }

  static let files: [(String, left: Set<DeviceRole>)] = [
    (
      "{ name: 'x', buzzer: { driver: 'mock' }, camera: { driver: 'mock' }, display: { driver: 'nonsense' } }",
      [.buzzer, .camera]
    ),
    ("{ buzer: 1, buzzer: { driver: 'gpio', chip: 'c', line: 4 }, speaker: { driver: 'alsa' } }", [.buzzer]),
    ("{ buzzer: { driver: 'gpio' }, speaker: { driver: 'mock' }, camera: 7 }", [.speaker]),
    // Foundation's JSON5 reader (JSONDecoder) traps at these.
    ("{ buzzer: { driver: 'gpio', chip: 'c', line: -0x8000000000000001 }, speaker: { driver: 'mock' } }", [.speaker]),
    ("{ buzzer: { driver: 'mock' }, camera: { driver: 'mock' }, vibration: [7e-, +] }", [.buzzer, .camera]),
  ]

  @Test(arguments: files)
  func ofABrokenBoardFileTheBuzzerIsLeft(text: String, left: Set<DeviceRole>) throws {
    #expect(throws: BoardFileProblem.self) { try BoardFile.parse(Array(text.utf8)) }
    #expect(try Set(BoardFile.essentials(of: Array(text.utf8)).wiring.keys) == left)
  }

  @Test(arguments: ["", "{", "{}", "{ display: { driver: 'mock' } }", "[]", "{ buzzer\0: 1 }"])
  func aFileWithoutAnySounderIsRefused(text: String) {
    #expect(throws: BoardFileProblem.self) { try BoardFile.essentials(of: Array(text.utf8)) }
  }

  /// The schema may be of a later or an earlier Rouse, or broken.
  @Test(arguments: [
    "PRAGMA user_version = 200", "PRAGMA user_version = 11", "ALTER TABLE rings RENAME COLUMN catch_up TO late",
    "DROP TABLE settings",
  ])
  func whatIsArmedIsReadFromAStoreOfAnyVersion(damage: String) async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    try self.damage(folder, damage)
    let state = try await LedgerRig.whenReleased { try StateFolder(path: folder.path, minimal: "it ended badly") }
    #expect(throws: StorageError.self) {
      _ = try Store(path: folder.store)
      _ = try StateFolder.contents(of: state.store)
    }
    let contents = try state.essentials()
    #expect(contents.openRings.map(\.armed.occurrence.key.description) == ["2026-11-21T07:30"])
    #expect(contents.book.cards.map(\.name) == ["bath"])
  }

  /// Such a store lacks the columns for a card that was shown before the clock was trusted.
  @Test func aCardEndsARingInAStoreOfAnEarlierVersion() async throws {
    let folder = try await LedgerRig(enrolling: "bath", daily: "07:30").folder
    try damage(
      folder,
      """
      DROP INDEX history_boot; ALTER TABLE history DROP COLUMN boot;
      ALTER TABLE history DROP COLUMN ended_since_boot; PRAGMA user_version = 9
      """)
    let rig = try await LedgerRig.reopened(folder, at: morning + .seconds(1801), minimal: "it ended badly")
    let ring = try #require(rig.interrupted.first?.armed)
    await rig.ledger.record([
      EndedRing(
        outcome: .dismissed(cardID: "bath"), armed: ring, ended: rig.time.now, isTrusted: false,
        untrustedEnd: rig.time.reading)
    ])
    #expect(await !rig.log.contains { [.storageFailed, .storageRecovered].contains($0.kind) })
    #expect(await rig.ledger.show { rig.ledger.assumeIsolated { $0.rings.unrecorded.isEmpty } })
  }

  private func damage(_ folder: TemporaryFolder, _ sql: String) throws {
    var handle: OpaquePointer?
    #expect(sqlite3_open(folder.path + "/rouse.sqlite", &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
  }
}
